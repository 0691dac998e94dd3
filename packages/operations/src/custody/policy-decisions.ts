import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type Decision, type DecisionFacts, decisionText } from '@gateway/domain/custody/decision'
import type { Verdict } from '@gateway/domain/custody/policy'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'

/** The signer's row of decisions. */
export const SIGNER_DECISIONS = 'signer'

/** What was decided about a payout. */
export interface Decided {
  readonly intent: Pick<SpendIntentEntity, 'id'>
  readonly verdict: Verdict
  readonly facts: DecisionFacts
}

/** Hash of a decision (SHA-256); it holds that of the decision before. */
export const hashOf = (decision: Decision): Buffer => createHash('sha256').update(decisionText(decision)).digest()

/**
 * Adds decisions to the signer's row, in the transaction that they are about; the last thing it does, because every other signer waits for it.
 *
 * A payout that waits is asked about twice a minute, and the same answer is written once: what is left out says nothing that is not there. Each
 * signature has a decision of its own.
 */
export async function appendDecisions(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, decided: readonly Decided[]): Promise<void> {
  const news = await leaveOutRepeated(em, decided)
  if (news.length === 0) return
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`decisions|${SIGNER_DECISIONS}`}, 0))`.execute(tables(em))
  const last = await tables(em)
    .selectFrom('policy_decision')
    .select(['seq', 'hash'])
    .where('chainName', '=', SIGNER_DECISIONS)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) throw new Error('the record of decisions has lost its beginning')
  let before: Link = { seq: last.seq, hash: Buffer.from(last.hash) }
  const rows = news.map(({ intent, verdict, facts }) => {
    const decision = next(ctx, before, { intentId: intent.id, rule: verdict.rule, outcome: verdict.outcome, facts })
    const hash = hashOf(decision)
    const prevHash = before.hash
    before = { seq: decision.seq, hash }
    return { ...decision, prevHash, hash }
  })
  await tables(em).insertInto('policy_decision').values(rows).execute()
}

/** The decision before the next one. */
interface Link {
  readonly seq: string
  readonly hash: Buffer
}

const next = (
  ctx: Pick<Context, 'ids' | 'clock'>,
  before: Link,
  what: Pick<Decision, 'intentId' | 'rule' | 'outcome' | 'facts'>,
): Decision => ({
  ...what,
  id: ctx.ids.uuid(),
  chainName: SIGNER_DECISIONS,
  seq: String(BigInt(before.seq) + 1n),
  at: ctx.clock.now(),
  prevHash: before.hash.toString('hex'),
})

async function leaveOutRepeated(em: Em, decided: readonly Decided[]): Promise<Decided[]> {
  const waiting = decided.filter(({ verdict }) => verdict.outcome !== 'allow')
  if (waiting.length === 0) return [...decided]
  const rows = await tables(em)
    .selectFrom('policy_decision')
    .distinctOn('intentId')
    .select(['intentId', 'rule', 'outcome', 'facts'])
    .where(
      'intentId',
      'in',
      waiting.map(({ intent }) => intent.id),
    )
    .orderBy('intentId')
    .orderBy('seq', 'desc')
    .execute()
  const last = new Map(rows.map((row) => [row.intentId, row]))
  return decided.filter(({ intent, verdict }) => {
    const known = last.get(intent.id)
    const isSame = known?.rule === verdict.rule && known.outcome === verdict.outcome && known.facts['reason'] === verdict.reason
    return verdict.outcome === 'allow' || !isSame
  })
}
