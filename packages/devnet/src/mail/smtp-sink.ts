import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type ParsedEmail, parseEmail } from './parse-email.ts'
import { type SelfSigned, selfSigned } from './self-signed.ts'

/** A received e-mail. */
export interface ReceivedEmail extends ParsedEmail {
  readonly to: readonly string[]
}

/** Requirements of a mail server for its clients; none by default. */
export interface SmtpSinkWishes {
  /** Required login; none by default. */
  readonly login?: { readonly user: string; readonly password: string }
  /** Required encryption: STARTTLS after connecting, or from the first byte. Without it STARTTLS is not offered. */
  readonly encryption?: 'starttls' | 'implicit'
  /** The only accepted sender; any by default. */
  readonly sender?: string
}

/** A mail server on loopback that stores received e-mails. */
export interface SmtpSink {
  /** With user and password, and with required encryption, as the server demands. */
  readonly url: string
  readonly emails: readonly ReceivedEmail[]
  /** Passwords sent by clients, right or wrong. */
  readonly passwords: readonly string[]
  /** The certificate that clients must trust, as PEM; present where connections are encrypted. */
  readonly certificate: string | undefined
  /**
   * The answer to a recipient, such as `550 5.1.1`, with or without the status of RFC 3463: 250 accepts the e-mail, 4xx defers it, 5xx
   * rejects it.
   */
  answer: string
  /** The answer after the e-mail's content. */
  verdict: string
  stop(): Promise<void>
}

/** Starts a mail server with the requirements of real servers. */
export async function startSmtpSink(wishes: SmtpSinkWishes = {}): Promise<SmtpSink> {
  const [emails, passwords]: [ReceivedEmail[], string[]] = [[], []]
  const own = wishes.encryption && selfSigned()
  const desk: Desk = { emails, passwords, answer: () => sink.answer, verdict: () => sink.verdict }
  const server = new SMTPServer({ ...protocol(wishes, own), ...checks(wishes, desk), onData: takeAt(desk) })
  // A client that disconnects, for instance because it does not trust the certificate, is no server error.
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address with one.
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  const sink: SmtpSink = { url: urlOf(wishes, port), emails, passwords, certificate: own?.cert, answer: TAKEN, verdict: TAKEN, stop }
  return sink
}

const TAKEN = '250'

interface Desk {
  readonly emails: ReceivedEmail[]
  readonly passwords: string[]
  readonly answer: () => string
  readonly verdict: () => string
}

/** The protocol features of the server. */
function protocol({ login, encryption }: SmtpSinkWishes, own: SelfSigned | undefined): SMTPServerOptions {
  return {
    ...own,
    secure: encryption === 'implicit',
    authMethods: ['PLAIN', 'LOGIN'],
    authOptional: login === undefined,
    allowInsecureAuth: encryption === undefined,
    disabledCommands: [...(login ? [] : ['AUTH']), ...(encryption ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    // The test decides about the status beside a code.
    hideENHANCEDSTATUSCODES: true,
    logger: false,
    // Stopping does not wait for clients.
    closeTimeout: 1,
  }
}

/** The checks that reject a client. */
function checks({ login, encryption, sender }: SmtpSinkWishes, { passwords, answer }: Desk): SMTPServerOptions {
  return {
    onAuth({ username, password }, _session, done) {
      passwords.push(password ?? '')
      const isRight = username === login?.user && password === login?.password
      return isRight ? done(null, { user: username }) : done(refusal('535', 'is not the password'))
    },
    onMailFrom({ address }, { secure }, done) {
      if (encryption && !secure) return done(refusal('530', 'STARTTLS comes first'))
      return done(sender === undefined || sender === address ? null : refusal('553', `<${address}> is not served`))
    },
    onRcptTo: ({ address }, _session, done) => done(answer() === TAKEN ? null : refusal(answer(), `<${address}> is not served`)),
  }
}

function refusal(answer: string, reason: string): Error {
  const [code, ...status] = answer.split(' ')
  return Object.assign(new Error([...status, reason].join(' ')), { responseCode: Number(code) })
}

const takeAt =
  ({ emails, verdict }: Desk): NonNullable<SMTPServerOptions['onData']> =>
  (stream, { envelope }, done) =>
    callbackify(async () => {
      const to = envelope.rcptTo.map(({ address }) => address)
      const mail = parseEmail(await text(stream))
      if (verdict() !== TAKEN) throw refusal(verdict(), 'is what this server says of it')
      emails.push({ to, ...mail })
    })(done)

function urlOf({ login, encryption }: SmtpSinkWishes, port: number): string {
  const url = new URL(`${encryption === 'implicit' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`)
  if (login) Object.assign(url, { username: login.user, password: login.password })
  if (encryption === 'starttls') url.searchParams.set('requireTLS', 'true')
  return url.href
}
