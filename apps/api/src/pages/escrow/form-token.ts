import { createHmac, timingSafeEqual } from 'node:crypto'
import { HttpRefusal } from '../../http/errors/errors.ts'

/** What the forms of an escrow's page send back: only a page that was drawn for the token in the cookie knows it, and it does not reveal the token. */
export const formTokenOf = (id: string, token: string): string =>
  createHmac('sha256', token).update(`escrow form ${id}`).digest('base64url')

/** @throws {HttpRefusal} 403 for a form that was not drawn for this escrow and token; nothing was done. */
export function requireFormToken(sent: string | null, expected: string): void {
  const [given, wanted] = [Buffer.from(sent ?? ''), Buffer.from(expected)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new HttpRefusal(FOREIGN_FORM)
}

const FOREIGN_FORM = { status: 403, code: 'FORBIDDEN', message: 'The form is not of this page; nothing was done' } as const
