import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Decision, DecisionFacts } from '@gateway/domain/custody/decision-log'
import type { Verdict } from '@gateway/domain/custody/policy'
import type { Context } from '../../kernel/context.ts'
import { decisionMac } from './decision-mac.ts'
import type { SignerKeys } from '../keys/signer-keys.ts'

/** The role whose record the signer's decisions stand in. */
export const SIGNER_DECISIONS = 'signer'

/** What was decided about a payout. */
export interface Decided {
  readonly intent: Pick<SpendIntentEntity, 'id'>
  readonly verdict: Verdict
  readonly facts: DecisionFacts
}

/** What marks the decisions of a role. */
export type DecidingContext = Context & { readonly keys: Pick<SignerKeys, 'decisionKeys'> }

/**
 * Adds decisions to the signer's record with their marks, in the transaction that they are about. It is the last thing that this does: numbers have
 * no gap, so another signer waits for its own from here to the commit.
 *
 * A payout that waits is asked about twice a minute, and the same answer is written once: what is left out says nothing that is not there. Each
 * signature has a decision of its own.
 */
export async function appendDecisions(em: Em, ctx: DecidingContext, decided: readonly Decided[]): Promise<void> {
  const news = await leaveOutRepeated(em, decided)
  if (news.length === 0) return
  const before = await takeNumbers(em, news.length)
  const rows = news.map(({ intent, verdict: { rule, outcome }, facts }, at) => {
    const place = { role: SIGNER_DECISIONS, seq: String(before + BigInt(at) + 1n) }
    const decision: Decision = { id: ctx.ids.uuid(), ...place, intentId: intent.id, rule, outcome, facts, at: ctx.clock.now() }
    return { ...decision, mac: decisionMac(ctx.keys, decision) }
  })
  await tables(em).insertInto('policy_decision').values(rows).execute()
}

/** Counts decisions that are about to be written. @returns the number of the last one before them. */
async function takeNumbers(em: Em, count: number): Promise<bigint> {
  const { seq } = await tables(em)
    .updateTable('decision_count')
    .set(({ eb }) => ({ seq: eb('seq', '+', String(count)) }))
    .where('role', '=', SIGNER_DECISIONS)
    .returning('seq')
    .executeTakeFirstOrThrow()
  return BigInt(seq) - BigInt(count)
}

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
