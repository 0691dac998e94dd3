import type { UnsupportedToken } from '@gateway/contract/portal/operator-waiting'
import { wasFlushed } from '@gateway/db/payments/movement-queries'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'

/** Unsupported tokens at deposit addresses, newest first. */
export interface UnsupportedTokens {
  readonly shown: readonly UnsupportedToken[]
  /** The total: any third party can send thousands of worthless tokens. */
  readonly total: number
}

const SHOWN = 100

/** The unsupported tokens, of one payment or of all, that no flush has paid out since. They are in no ledger, because their value is unknown. */
export async function listUnsupportedTokens(
  ctx: Pick<Context, 'orm'>,
  { paymentId }: { paymentId?: string | undefined } = {},
): Promise<UnsupportedTokens> {
  const own = paymentId === undefined ? sql`` : sql`AND received.subject_id = ${paymentId}`
  const { rows } = await sql<
    UnsupportedToken & { total: number }
  >`SELECT payment.id AS payment, payment.state, received.chain, received.token AS contract,
      sum(received.units)::text AS "baseUnits", (array_agg(received.tx_id ORDER BY received.arrived_at DESC, received.id DESC))[1] AS transaction,
      payment.address, min(received.arrived_at) AS since, count(*) OVER ()::int AS total
    FROM deposit received JOIN payment ON payment.id = received.subject_id::uuid
    WHERE received.asset IS NULL AND received.subject = 'payment' AND received.state = 'included' AND NOT ${wasFlushed('received')} ${own}
    GROUP BY payment.id, received.chain, received.token ORDER BY max(received.arrived_at) DESC, payment.id, received.token LIMIT ${SHOWN}`.execute(
    tables(ctx.orm.em.fork()),
  )
  const shown = rows.map(({ total: _ofAll, ...token }) => ({ ...token, since: new Date(token.since) }))
  return { shown, total: rows[0]?.total ?? 0 }
}
