import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import type { Attachment, Mailer } from './mailer.ts'
import { refusalOf } from './refusal-of.ts'

/** The mail server and the sender. */
export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password if required. */
  readonly url: string
  /** Address of the sender, with or without a name. */
  readonly from: string
}

const CONNECT_MS = 5_000
const ANSWER_TIMEOUT_MS = 10_000
const MESSAGE_HOST = 'mail.gateway.invalid'

/**
 * Sends e-mails by SMTP (RFC 5321) as two alternatives, text and HTML (RFC 2046 §5.1.4), with TLS where the server offers it; a query such as `?requireTLS=true` requires it.
 * One connection per e-mail: there are few, and an idle one would break unnoticed.
 */
export function createSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(id, { to, fromName, replyTo, attachments, ...content }) {
      try {
        await transport.sendMail({
          ...content,
          attachments: attachments.map(filed),
          from: fromName === null ? from : { name: fromName, address: addressOf(from) },
          to: oneAddress(to),
          ...(replyTo !== null && { replyTo: oneAddress(replyTo) }),
          messageId: `<${id}@${MESSAGE_HOST}>`,
        })
      } catch (error) {
        throw refusalOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** A file as the mailer takes it; as bytes it is never read from a path. */
const filed = ({ name, type, content }: Attachment) => ({ filename: name, contentType: type, content: Buffer.from(content) })

/** As an object an address is one address, whatever characters it contains. The mailer's own form of a domain skips the mapping of UTS 46. */
function oneAddress(address: string): { name: string; address: string } {
  const at = address.lastIndexOf('@') + 1
  const domain = domainToASCII(address.slice(at))
  return { name: '', address: domain === '' ? address : `${address.slice(0, at)}${domain}` }
}

/** The address of a sender, with or without a name before it. */
const addressOf = (from: string): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim()
