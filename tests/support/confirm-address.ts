import type pg from 'pg'
import type { Merchant } from './shop.ts'

/** Confirms the e-mail address of a merchant, as the link in the e-mail does. */
export async function confirmAddress(sql: Pick<pg.Pool, 'query'>, { email }: Pick<Merchant, 'email'>): Promise<void> {
  await sql.query('UPDATE merchant SET email_verified_at = now() WHERE email = $1', [email])
}
