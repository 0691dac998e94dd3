import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'
import { refusalOf } from './refusal-of.ts'

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
