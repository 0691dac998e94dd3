import { createHash } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import type { Attachment, Mailer } from './mailer.ts'

/** Writes the text of e-mails to a file instead of sending them, for development; every reader of the file can open its links. */
export const createFileMailer = (path: string): Mailer => ({
  async send(id, { to, subject, text, attachments }) {
    await appendFile(path, `Message-ID: ${id}\nTo: ${to}\nSubject: ${subject}\n${attachments.map(lineOf).join('')}\n${text}\n\n`, {
      mode: 0o600,
    })
  },
  close: () => {},
})

/** A file by its digest, because its bytes do not belong into a text. */
const lineOf = ({ name, content }: Attachment): string =>
  `Attachment: ${name} (${content.byteLength} bytes, sha256 ${createHash('sha256').update(content).digest('hex')})\n`
