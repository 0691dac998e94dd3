import { appendFile } from 'node:fs/promises'
import type { Mailer } from './mailer.ts'

/** Writes letters into a file instead of sending them, for those who develop; anybody who reads it can open the links in it. */
export const createFileMailer = (path: string): Mailer => ({
  async send(id, { to, subject, text }) {
    await appendFile(path, `Message-ID: ${id}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n\n`, { mode: 0o600 })
  },
  close: () => {},
})
