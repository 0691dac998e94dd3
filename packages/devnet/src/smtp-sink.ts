import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A letter that was taken. */
export interface TakenLetter {
  readonly to: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A mail server on loopback that keeps what it is given. */
export interface SmtpSink {
  readonly url: string
  readonly letters: readonly TakenLetter[]
  /** What it answers to a receiver: 250 takes the letter, 4xx puts it off, 5xx refuses it. */
  answer: number
  stop(): Promise<void>
}

/** Starts a mail server that speaks as much SMTP as a client of RFC 5321 needs. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const letters: TakenLetter[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => {}))
    void converse(socket, { take: (letter) => void letters.push(letter), answer: () => sink.answer })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    answer: 250,
    async stop() {
      server.close()
      for (const socket of open) socket.destroy()
      if (server.listening) await once(server, 'close')
    },
  }
  return sink
}

interface Desk {
  take(letter: TakenLetter): void
  answer(): number
}

/** What a client has said of the letter that it is handing over; `lines` are there while it says what is in it. */
interface Draft {
  to: string[]
  lines: string[] | undefined
}

async function converse(socket: Socket, desk: Desk): Promise<void> {
  const say = (line: string) => void socket.write(`${line}\r\n`)
  const draft: Draft = { to: [], lines: undefined }
  say('220 sink')
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    const answer = draft.lines ? hear(draft.lines, { line, draft, desk }) : obey(line, { draft, desk })
    if (answer !== undefined) say(answer)
    if (answer === BYE) socket.end()
  }
}

const OK = '250 fine'
const BYE = '221 bye'

/** A line of the letter, or its end. */
function hear(lines: string[], { line, draft, desk }: { line: string; draft: Draft; desk: Desk }): string | undefined {
  if (line !== '.') return void lines.push(line.replace(/^\./, ''))
  desk.take({ to: draft.to, ...parseLetter(lines.join('\r\n')) })
  Object.assign(draft, { to: [], lines: undefined })
  return OK
}

/** A command. */
function obey(line: string, { draft, desk }: { draft: Draft; desk: Desk }): string {
  const commands: Readonly<Record<string, () => string>> = {
    QUIT: () => BYE,
    DATA: () => {
      draft.lines = []
      return '354 go on'
    },
    RCPT: () => {
      const receiver = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (desk.answer() !== 250) return `${desk.answer()} <${receiver}> is not served`
      draft.to.push(receiver)
      return OK
    },
  }
  return commands[line.slice(0, 4).toUpperCase()]?.() ?? OK
}

function parseLetter(raw: string): Pick<TakenLetter, 'headers' | 'text'> {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const text = raw.slice(end + 4)
  return { headers, text: headers['content-transfer-encoding'] === 'quoted-printable' ? decodeQuoted(text) : text }
}

/** Quoted-printable (RFC 2045 §6.7). */
function decodeQuoted(text: string): string {
  const bytes = text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
