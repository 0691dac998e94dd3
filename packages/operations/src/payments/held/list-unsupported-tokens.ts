import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'

/** An unsupported token at the address of a payment. Its decimals are unknown, so its amount is in base units. */
interface Stray {
  readonly payment: string
  readonly state: string
  readonly chain: string
  readonly contract: string
  /** A lower bound: of several transfers of one transaction to one address only the first is stored. */
  readonly baseUnits: string
  /** The newest deposit. */
  readonly transaction: string
  readonly address: string
  readonly since: Date
}

/** Unsupported tokens at deposit addresses, newest first. */
export interface UnsupportedTokens {
  readonly shown: readonly Stray[]
  /** The total: any third party can send thousands of worthless tokens. */
  readonly total: number
}

const SHOWN = 100

/** The unsupported tokens that no flush has paid out since. They are in no ledger, because their value is unknown. */
export async function listUnsupportedTokens(ctx: Pick<Context, 'orm'>): Promise<UnsupportedTokens> {
  const { rows } = await sql<Stray & { total: number }>`SELECT payment.id AS payment, payment.state, stray.chain, stray.token AS contract,
      sum(stray.units)::text AS "baseUnits", (array_agg(stray.tx_id ORDER BY stray.arrived_at DESC, stray.id DESC))[1] AS transaction,
      payment.address, min(stray.arrived_at) AS since, count(*) OVER ()::int AS total
    FROM deposit stray JOIN payment ON payment.id = stray.subject_id::uuid
    WHERE stray.asset IS NULL AND stray.subject = 'payment' AND stray.state = 'included' AND NOT EXISTS (${LEFT})
    GROUP BY payment.id, stray.chain, stray.token ORDER BY max(stray.arrived_at) DESC, payment.id, stray.token LIMIT ${SHOWN}`.execute(
    tables(ctx.orm.em.fork()),
  )
  const shown = rows.map(({ total: _ofAll, ...stray }) => ({ ...stray, since: new Date(stray.since) }))
  return { shown, total: rows[0]?.total ?? 0 }
}

/** A flush pays out the whole balance of a token. */
const LEFT = sql`SELECT FROM unsupported_token_flush gone WHERE gone.chain = stray.chain AND gone.subject_id = stray.subject_id AND gone.token = stray.token
  AND (gone.height, gone.tx_place, gone.log_place) > (stray.height, stray.tx_place, stray.log_place)`
