import { createTransport } from 'nodemailer'
import { type Mailer, LetterRefused, MailUnavailable } from './mailer.ts'

/** Where letters are handed over, and in whose name. */
export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password where they are needed. */
  readonly url: string
  /** Address of the sender, with or without a name. */
  readonly from: string
}

const CONNECT_MS = 5_000
const ANSWER_MS = 10_000
const MESSAGE_HOST = 'letters.gateway.invalid'

/**
 * Hands letters over by SMTP (RFC 5321), with TLS where the server offers it; a query of the address such as `?requireTLS=true` insists on it.
 *
 * A connection for each letter: there are few, and one that rests would break unnoticed.
 */
export function createSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(id, { to, subject, text }) {
      try {
        // As an object the address is one address, whatever characters it holds.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${id}@${MESSAGE_HOST}>` })
      } catch (error) {
        throw refusalOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** What nodemailer knows of a failure. */
interface Failure {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
}

/** Of the server's own words only the number is kept: they quote the receiver. */
function refusalOf(error: unknown): Error {
  const failure = error as Failure
  const { code, responseCode } = failure
  const answer = typeof responseCode === 'number' ? responseCode : undefined
  const reason = [typeof code === 'string' ? code : undefined, answer].filter((part) => part !== undefined).join(' ') || 'unknown trouble'
  const isFinal = isAboutLetter(failure) && answer !== undefined && answer >= 500
  return isFinal ? new LetterRefused(reason) : new MailUnavailable(reason)
}

/** "Authentication required" (RFC 4954 §6), "Must issue a STARTTLS command first" (RFC 3207 §4): either may answer any command. */
const WANTS_MORE_OF_US = 530

/** Other refusals, such as a wrong password or a sender who is not known, are ours, and mended by an operator. */
function isAboutLetter({ code, command, responseCode }: Failure): boolean {
  if (command === 'MAIL FROM' || responseCode === WANTS_MORE_OF_US) return false
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}
