import { eventually } from '@gateway/testing/wait'

/** One message of a stream. */
interface Message {
  readonly id: string | undefined
  readonly event: string
  readonly content: Readonly<Record<string, unknown>>
}

/** An open stream. */
export interface Followed {
  readonly headers: Headers
  readonly messages: readonly Message[]
  /** Comment lines and the retry time. */
  readonly otherLines: readonly string[]
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>
  leave(): void
}

/** Follows a stream of server-sent events (WHATWG HTML §9.2) without reconnecting; retries only until the gateway accepts it. */
export async function follow(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Followed> {
  const leaving = new AbortController()
  const response = await eventually('a stream to begin', async () => {
    const answer = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: leaving.signal })
    return answer.status !== 503 && answer
  })
  const messages: Message[] = []
  const otherLines: string[] = []
  const ended = read(response, (block) => {
    const message = messageOf(block)
    if (message) messages.push(message)
    else otherLines.push(block)
  }).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error
  })
  return { headers: response.headers, messages, otherLines, ended, leave: () => leaving.abort() }
}

async function read(response: Response, take: (block: string) => void): Promise<void> {
  let rest = ''
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    blocks.forEach(take)
  }
}

function messageOf(block: string): Message | undefined {
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
  const [event, data] = [fields.get('event'), fields.get('data')]
  // The API sends objects only.
  return event === undefined || data === undefined
    ? undefined
    : { id: fields.get('id'), event, content: JSON.parse(data) as Message['content'] }
}
