import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Decision, DecisionFacts } from '@gateway/domain/custody/decision-log'
import type { Verdict } from '@gateway/domain/custody/policy'
import type { Context } from '../../kernel/context.ts'
import { decisionMac } from './decision-mac.ts'
import type { SignerKeys } from '../keys/signer-keys.ts'

/** The role of the signer's decision log. */
export const SIGNER_DECISIONS = 'signer'
/** The roles that decide about money: each has a log of its own. */
export const decidingRoles = [SIGNER_DECISIONS, 'lightning', 'processor'] as const
/** A role that decides about money. */
export type DecidingRole = (typeof decidingRoles)[number]

/** A decision about a payout, a Lightning send, or card money that leaves. */
export interface Decided {
  readonly intent: Pick<SpendIntentEntity, 'id'>
  readonly verdict: Verdict
  readonly facts: DecisionFacts
}

/** The context that authenticates decisions; the signer's, unless it names another role. */
export type DecidingContext = Context & { readonly keys: Pick<SignerKeys, 'decisionKeys'>; readonly decidesAs?: DecidingRole }

/**
 * Appends decisions with their MACs, in the transaction that they are about. Call it last: the sequence has no gap, so other signers wait from here
 * to the commit.
 *
 * A waiting payout is evaluated twice a minute and an unchanged verdict is stored once; each signature has its own decision.
 */
export async function appendDecisions(em: Em, ctx: DecidingContext, decided: readonly Decided[]): Promise<void> {
  const news = await leaveOutRepeated(em, decided)
  if (news.length === 0) return
  const role = ctx.decidesAs ?? SIGNER_DECISIONS
  const before = await takeNumbers(em, { role, count: news.length })
  const rows = news.map(({ intent, verdict: { rule, outcome }, facts }, at) => {
    const place = { role, seq: String(before + BigInt(at) + 1n) }
    const decision: Decision = { id: ctx.ids.uuid(), ...place, intentId: intent.id, rule, outcome, facts, at: ctx.clock.now() }
    return { ...decision, mac: decisionMac(ctx.keys, decision) }
  })
  await tables(em).insertInto('policy_decision').values(rows).execute()
}

/** Reserves sequence numbers. @returns the last number before them. */
async function takeNumbers(em: Em, { role, count }: { role: DecidingRole; count: number }): Promise<bigint> {
  const { seq } = await tables(em)
    .updateTable('decision_count')
    .set(({ eb }) => ({ seq: eb('seq', '+', String(count)) }))
    .where('role', '=', role)
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
