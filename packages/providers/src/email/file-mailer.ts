import { appendFile } from 'node:fs/promises'
import type { Mailer } from './mailer.ts'

/** Writes the text of e-mails to a file instead of sending them, for development; every reader of the file can open its links. */
export const createFileMailer = (path: string): Mailer => ({
  async send(id, { to, subject, text }) {
    await appendFile(path, `Message-ID: ${id}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n\n`, { mode: 0o600 })
  },
  close: () => {},
})
