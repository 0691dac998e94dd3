import { createHash } from 'node:crypto'

/** What is stored of a code, a token or a secret: its SHA-256. */
export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
