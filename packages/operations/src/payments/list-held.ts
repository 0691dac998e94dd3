import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'

/** Money that waits for a decision or a better moment, and why. */
export interface Held {
  readonly payment: string
  readonly state: string
  readonly asset: AssetCode
  readonly amount: string
  readonly reason: string
  readonly since: Date
}

/** Everything that is held, the oldest first: money that no round of forwarding has taken, and rounds that are not signed. */
export async function listHeld(ctx: Pick<Context, 'orm'>): Promise<Held[]> {
  const em = ctx.orm.em.fork()
  const rows = [...(await read(em, UNTAKEN)), ...(await read(em, UNSIGNED))]
  return rows.toSorted((a, b) => a.since.getTime() - b.since.getTime())
}

interface HeldRow {
  readonly payment: string
  readonly state: string
  readonly asset: AssetCode
  readonly units: string
  readonly reason: string
  readonly since: Date
}

async function read(em: Em, query: RawBuilder<HeldRow>): Promise<Held[]> {
  const { rows } = await query.execute(tables(em))
  return rows.map(({ payment, state, asset, units, reason, since }) => ({
    payment,
    state,
    asset,
    amount: formatUnits(BigInt(units), assetOf(asset).decimals),
    reason,
    since: new Date(since),
  }))
}

const UNTAKEN = sql<HeldRow>`SELECT payment.id AS payment, payment.state, deposit.asset, sum(deposit.units)::text AS units,
    CASE
      WHEN deposit.asset <> payment.asset THEN 'wrong_asset'
      WHEN payment.state = 'failed' THEN 'payment_failed'
      WHEN payment.state <> 'expired' THEN 'below_cost_of_forwarding'
      WHEN payment.received_units < payment.due_units - payment.tolerance_units THEN 'underpaid'
      WHEN payment.late_verdict = 'poor' THEN 'rate_fell'
      WHEN payment.late_verdict = 'too_late' THEN 'after_late_window'
      ELSE 'no_price'
    END AS reason, min(deposit.arrived_at) AS since
  FROM deposit JOIN payment ON payment.id = deposit.subject_id::uuid
  WHERE deposit.subject = 'payment' AND deposit.state = 'included' AND deposit.intent_id IS NULL AND deposit.asset IS NOT NULL
    AND (payment.state NOT IN ('pending', 'detected') OR deposit.asset <> payment.asset)
    AND NOT (payment.state IN ('confirmed', 'forwarding', 'forwarded') AND deposit.asset = payment.asset AND deposit.credited_by IS NULL)
  GROUP BY payment.id, deposit.asset`

const UNSIGNED = sql<HeldRow>`SELECT payment.id AS payment, payment.state, round.asset, round.amount::text AS units,
    coalesce(round.hold_reason, 'waits_for_the_signer') AS reason, round.created_at AS since
  FROM spend_intent round JOIN payment ON payment.id = round.ref::uuid
  WHERE round.state IN ('planned', 'held')`
