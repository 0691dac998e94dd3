import { chainsWhere } from '@gateway/domain/money/chain-facts'
import { unsettledReasons } from '@gateway/domain/custody/hold-reasons'
import { payoutOwners } from '@gateway/domain/custody/purposes'
import { restMs } from '@gateway/domain/custody/rules'
import { sql } from 'kysely'

/** True while no final block shows that a leg of `spend_intent` was paid out; one that was is settled by that, or an operator's case. */
export const hasNotLeft = sql<boolean>`NOT EXISTS (SELECT FROM flush WHERE flush.intent_id = spend_intent.id)
  AND coalesce(spend_intent.hold_reason, '') <> ALL (${[...unsettledReasons]}::text[])`

/**
 * True of a payout that has anything to pay: deposits of its own that are not proven dead, or such that a faulty row has given to another object's payout,
 * which is never right. A payout that has lost all of them waits for none, and would go on if one came back. `payout` is the table's name in the query.
 */
export function hasMoney(payout: string) {
  const its = (column: string) => sql.ref(`${payout}.${column}`)
  return sql<boolean>`(EXISTS (SELECT FROM deposit taken WHERE taken.intent_id = ${its('id')} AND NOT taken.dead)
    OR EXISTS (SELECT FROM deposit taken JOIN spend_intent taker ON taker.id = taken.intent_id
      WHERE taken.subject = ANY (${payoutOwners}::text[]) AND taken.subject_id = ${its('ref')} AND NOT taken.dead AND taker.purpose = ${its('purpose')} AND taker.ref <> ${its('ref')}))`
}

/** True of a payout that the signer has not signed. `payout` is the table's name in the query. */
export const isUnsigned = (payout: string) => sql<boolean>`(${sql.ref(`${payout}.state`)} IN ('planned', 'held') AND ${hasMoney(payout)})`

/** The chains whose transactions wait for the earlier ones of their sender. */
export const sequencedChains = chainsWhere(({ ordering }) => ordering === 'sender_sequence')

/**
 * True of a signed transaction that something still waits for: one that spends deposits themselves waits for nothing once all of them are given up for
 * lost; one with a nonce holds up whatever is numbered after it. `attempt` is the table's name in the query.
 */
export const keepsAny = (attempt: string) =>
  sql<boolean>`(${sql.ref(`${attempt}.chain`)} = ANY (${sequencedChains}::text[]) OR EXISTS (SELECT FROM spend_intent payout JOIN deposit kept ON kept.intent_id = payout.id
    WHERE payout.lead_id = ${sql.ref(`${attempt}.intent_id`)} AND NOT kept.dead))`

/** True of the payouts of a transaction that blocks leave out and that cannot be replaced. `attempt` and `payout` are the tables' names in the query. */
export const isStuck = (attempt: string, payout: string) => {
  const its = (column: string) => sql.ref(`${attempt}.${column}`)
  return sql<boolean>`(${its('state')} IN ('signed', 'broadcast') AND ${its('height')} IS NULL AND ${its('stuck_reason')} IS NOT NULL
    AND ${sql.ref(`${payout}.state`)} <> 'final' AND ${keepsAny(attempt)})`
}

/**
 * True once a payout may be tried again: at once, unless its last transaction moved no money; never once its money has left. `payout` is the table's
 * name in the query.
 */
export const hasRested = (payout: string, now: Date) => {
  const since = (ms: number): Date => new Date(now.getTime() - ms)
  const [reason, updatedAt] = [sql.ref(`${payout}.hold_reason`), sql.ref(`${payout}.updated_at`)]
  const cases = Object.entries(restMs).map(([held, ms]) => sql`WHEN ${held} THEN ${updatedAt} <= ${since(ms)}::timestamptz`)
  return sql<boolean>`CASE ${reason} ${sql.join(cases, sql` `)} ELSE coalesce(${reason}, '') <> ALL (${[...unsettledReasons]}::text[]) END`
}
