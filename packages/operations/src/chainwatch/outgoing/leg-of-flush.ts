import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type PayoutOwnerSubject, purposeOfTerms, rowOfTerms, type SpendPurpose } from '@gateway/domain/custody/purposes'
import { splitByTerms } from '@gateway/domain/custody/split-by-terms'
import type { HeldAccount } from '@gateway/domain/ledger/entry'
import type { Holding } from '@gateway/domain/ledger/templates'
import { sumUnits } from '@gateway/domain/money/units'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { holdOpenLegs, nextLegs } from '../../custody/payouts/legs.ts'
import { planIntents } from '../../custody/payouts/plan-intents.ts'
import { type LegResize, resizeLeg } from '../../custody/payouts/resize-leg.ts'
import { voidLeg } from '../../custody/payouts/void-legs.ts'
import { repostIntents } from '../../custody/payouts/repost-intents.ts'
import { postCredits } from '../deposits/post-credits.ts'
import type { Covered } from './covered-deposits.ts'

/** A payout on the chain, its deposits, and the terms of its address. */
export interface PaidOut {
  readonly flush: Pick<FlushEntity, 'blockHash'>
  readonly covered: readonly Covered[]
  readonly commit: Pick<PayoutTermsEntity, 'id' | 'subject' | 'subjectId' | 'feeBps' | 'conditions' | 'asset'>
  readonly holding: Holding
}

/** The terms that each flush paid by, or else those of its address; undefined where no payout moves its money. */
export async function findCommits(em: Em, flushes: readonly FlushEntity[]): Promise<(flush: FlushEntity) => PaidOut['commit'] | undefined> {
  const named = flushes.flatMap(({ payoutTermsId }) => payoutTermsId ?? [])
  const own = flushes.filter(({ payoutTermsId, subject }) => payoutTermsId === null && subject !== 'treasury')
  const [subjects, ids] = [own.map(({ subject }) => subject), own.map(({ subjectId }) => subjectId)]
  const byId = await readCommits(em, named, sql<boolean>`id = ANY (${named}::uuid[])`)
  const ofOwners = await readCommits(
    em,
    own,
    sql<boolean>`(subject, subject_id) IN (SELECT * FROM unnest(${subjects}::text[], ${ids}::uuid[]))`,
  )
  const termsById = new Map(byId.map((terms) => [terms.id, terms]))
  const termsOfOwner = new Map(ofOwners.map((terms) => [ownerKey(terms), terms]))
  return (flush) => {
    if (flush.subject === 'treasury') return undefined
    return flush.payoutTermsId === null ? termsOfOwner.get(ownerKey(flush)) : termsById.get(flush.payoutTermsId)
  }
}

const ownerKey = ({ subject, subjectId }: { readonly subject: string; readonly subjectId: string }): string => `${subject} ${subjectId}`

async function readCommits(em: Em, wanted: readonly unknown[], where: RawBuilder<boolean>): Promise<PaidOut['commit'][]> {
  if (wanted.length === 0) return []
  return tables(em)
    .selectFrom('payout_terms')
    .select(['id', 'subject', 'subjectId', 'feeBps', 'conditions', 'asset'])
    .where(where)
    .execute()
}

/**
 * The leg of exactly the flushed deposits, credited and planned in the ledger.
 *
 * A leg planned over fewer grows. A leg planned over more keeps the rest, and a new leg takes the flushed part: it went to the committed
 * recipients, planned or not.
 */
export async function legOfFlush(em: Em, ctx: Context, paid: PaidOut): Promise<SpendIntentEntity> {
  const { covered, flush } = paid
  await creditCovered(em, ctx, paid)
  const open = await holdOpenLegs(
    em,
    covered.flatMap((deposit) => deposit.intentId ?? []),
  )
  const kept = await remainders(em, open, covered)
  const mine = open.find((intent) => kept.get(intent.id)?.length === 0 && isRoundOf(paid.commit, intent))
  const { blockHash } = flush
  for (const intent of open) if (intent !== mine) await keepRest(em, ctx, { blockHash, intent, deposits: kept.get(intent.id) ?? [] })
  if (!mine) return newLeg(em, ctx, paid)
  if (isExactly(mine, paid)) await repostIntents(em, ctx, [mine.id])
  else await resizeLeg(em, ctx, { blockHash, intent: mine, deposits: covered })
  return mine
}

/** A leg of which a final block leaves nothing is void: its money went another committed way. */
async function keepRest(em: Em, ctx: Context, left: LegResize): Promise<void> {
  if (left.deposits.length === 0) return voidLeg(em, ctx, { intent: left.intent, shownBy: left.blockHash })
  await resizeLeg(em, ctx, left)
}

/** Whether a leg pays by these terms. */
export function isRoundOf(commit: PaidOut['commit'], leg: Pick<SpendIntentEntity, 'purpose' | 'ref'>): boolean {
  const { purpose, ref } = roundOf(commit)
  return leg.purpose === purpose && leg.ref === ref
}

const roundOf = ({ subject, subjectId }: PaidOut['commit']): { purpose: SpendPurpose; ref: string } => ({
  purpose: purposeOfTerms(subject),
  ref: subjectId,
})

/** The deposits that each leg still has to pay. */
export async function remainders(
  em: Em,
  open: readonly SpendIntentEntity[],
  covered: readonly Covered[],
): Promise<Map<string, { id: string; units: bigint }[]>> {
  if (open.length === 0) return new Map()
  const ids = open.map((intent) => intent.id)
  const rows = await tables(em)
    .selectFrom('deposit')
    .select(['id', 'units', 'intentId'])
    .where(isOneOf('intentId', ids, 'uuid'))
    .execute()
  const gone = new Set(covered.map((deposit) => deposit.id))
  const left = Map.groupBy(
    rows.filter(({ id }) => !gone.has(id)),
    ({ intentId }) => intentId,
  )
  return new Map(ids.map((id) => [id, left.get(id) ?? []]))
}

/** Whether a leg consists of the flushed deposits. A leg with another fee was planned from a row that has since been corrected. */
export const isExactly = (intent: SpendIntentEntity, { covered, commit }: Pick<PaidOut, 'covered' | 'commit'>): boolean =>
  covered.every((deposit) => deposit.intentId === intent.id) &&
  sumUnits(covered) === intent.units &&
  splitByTerms(commit, intent.units, 0n).feeUnits === intent.feeUnits

/** The account of money that waits for its payout. */
const heldBy = { payment: 'payment:held', escrow: 'escrow:held', invoice: 'payment:held' } as const satisfies Record<
  PayoutOwnerSubject,
  HeldAccount
>

async function creditCovered(em: Em, ctx: Context, { covered, commit, holding }: PaidOut): Promise<void> {
  const heldIn = holding.asset === commit.asset ? heldBy[rowOfTerms(commit.subject).owner] : 'suspense:wrong_asset'
  const fresh = covered.filter((deposit) => deposit.creditRevision === null)
  await postCredits(
    em,
    ctx,
    fresh.map((deposit) => ({ deposit, holding, heldIn })),
  )
}

async function newLeg(em: Em, ctx: Context, paid: PaidOut): Promise<SpendIntentEntity> {
  const { covered, commit, holding } = paid
  const key = roundOf(commit)
  const leg = (await nextLegs(em, key.purpose, [key.ref]))(key.ref)
  const split = splitByTerms(commit, sumUnits(covered), 0n)
  await planIntents(em, ctx, [{ ...key, leg, holding, payoutTermsId: commit.id, deposits: covered, split }])
  return tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where('purpose', '=', key.purpose)
    .where('ref', '=', key.ref)
    .where('leg', '=', leg)
    .forUpdate()
    .executeTakeFirstOrThrow() as Promise<SpendIntentEntity>
}
