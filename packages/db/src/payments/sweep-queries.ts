import { completedStates } from '@gateway/domain/payments/machine'
import { sql } from 'kysely'
import { hasMoney, hasNotLeft, hasRested } from '../custody/waiting-conditions.ts'
import { isOneOf } from '../kernel/is-one-of.ts'
import type { Page } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { PaymentEntity } from './payment.entity.ts'

/**
 * Payments whose window ended before a moment and which still wait although their chain has been read up to its end, oldest first. Each of them can be
 * ended at once, so only one that is broken keeps its place on the page.
 */
export async function findOverdue(em: Em, { before, limit }: { before: Date; limit: number }): Promise<PaymentEntity[]> {
  return tables(em)
    .selectFrom('payment')
    .selectAll()
    .where('state', '=', 'pending')
    .where('expiresAt', '<=', before)
    .where(
      sql<boolean>`EXISTS (SELECT FROM chain_cursor WHERE chain_cursor.chain = payment.chain AND chain_cursor.known_until >= payment.expires_at)`,
    )
    .orderBy('expiresAt')
    .limit(limit)
    .execute() as Promise<PaymentEntity[]>
}

/** Payments that wait for money at an address which the signer refuses to pay from, a page at a time in the order of their commits. */
export async function findRefused(em: Em, { after, limit }: Page): Promise<{ paymentId: string; payoutTermsId: string; reason: string }[]> {
  return tables(em)
    .selectFrom('payout_terms_pin')
    .innerJoin('payout_terms', 'payout_terms.id', 'payout_terms_pin.payoutTermsId')
    .innerJoin('payment', (join) => join.on(sql`payment.id`, '=', sql`payout_terms.subject_id`))
    .select(['payment.id as paymentId', 'payout_terms_pin.payoutTermsId', 'payout_terms_pin.refused as reason'])
    .where('payout_terms_pin.refused', 'is not', null)
    .where('payout_terms_pin.payoutTermsId', '>', after)
    .where('payout_terms.subject', '=', 'payment')
    .where('payment.state', '=', 'pending')
    .orderBy('payout_terms_pin.payoutTermsId')
    .limit(limit)
    .$narrowType<{ reason: string }>()
    .execute()
}

/** Payments that were confirmed before a moment and whose forward is not signed, a page at a time in id order. */
export const findUnsigned = (em: Em, { before, after, limit }: Page & { before: Date }): Promise<PaymentEntity[]> =>
  pageAfter(em, after).where('state', '=', 'confirmed').where('confirmedAt', '<=', before).limit(limit).execute() as Promise<
    PaymentEntity[]
  >

/** A payment with the id and the number of one of its rounds of forwarding. */
export type PaymentRound = PaymentEntity & { readonly roundId: string; readonly leg: number }

/** Payments with a round that was planned before a moment, is not signed, and is not what they wait for; a page at a time in the order of the rounds' ids. */
export async function findUnsignedRounds(
  em: Em,
  { now, before, after, limit }: Page & { now: Date; before: Date },
): Promise<PaymentRound[]> {
  return tables(em)
    .selectFrom('spend_intent as round')
    .innerJoin('payment as paid', (join) => join.on(sql<boolean>`paid.id = round.ref::uuid`))
    .selectAll('paid')
    .select(['round.id as roundId', 'round.leg'])
    .where('round.id', '>', after)
    .where('round.purpose', '=', 'forward')
    .where('round.state', 'in', ['planned', 'held'])
    .where('round.createdAt', '<=', before)
    .where('paid.state', '!=', 'confirmed')
    .where(hasRested('round', now))
    .where(hasMoney('round'))
    .orderBy('round.id')
    .limit(limit)
    .execute() as Promise<PaymentRound[]>
}

/** Payments with a payout that is not final and has changed when they were last written or since, a page at a time in the order of the payouts' ids. */
export const findChangedPayouts = (em: Em, { after, limit }: Page): Promise<(PaymentEntity & { readonly payoutId: string })[]> =>
  tables(em)
    .selectFrom('spend_intent as payout')
    .leftJoin('refund as back', (join) => join.on(sql<boolean>`payout.purpose = 'payment_refund' AND back.id = payout.ref::uuid`))
    .innerJoin('payment as paid', (join) => join.on(sql<boolean>`paid.id = coalesce(back.payment_id, payout.ref::uuid)`))
    .selectAll('paid')
    .select('payout.id as payoutId')
    .where('payout.id', '>', after)
    .where('payout.state', '!=', 'final')
    .whereRef('payout.updatedAt', '>=', 'paid.updatedAt')
    .orderBy('payout.id')
    .limit(limit)
    .execute() as Promise<(PaymentEntity & { readonly payoutId: string })[]>

/**
 * How many of some payments have a round that could be signed and that nobody has looked at since it was planned, although that was asked for so long
 * ago. What is held, or was signed for before, was looked at. What was planned longer after its payment was confirmed is left out: the run of the payment,
 * which had found nothing to sign, asks again within a minute by itself.
 */
export async function countForgotten(
  em: Em,
  { ids, now, graceMs }: { ids: readonly string[]; now: Date; graceMs: number },
): Promise<number> {
  const { count } = await tables(em)
    .selectFrom('spend_intent')
    .innerJoin('payment as paid', (join) => join.on(sql<boolean>`paid.id = spend_intent.ref::uuid`))
    .select(sql<string>`count(DISTINCT paid.id)`.as('count'))
    .where('spend_intent.purpose', '=', 'forward')
    .where(isOneOf('spend_intent.ref', ids, 'text'))
    .where('spend_intent.state', '=', 'planned')
    .whereRef('spend_intent.updatedAt', '=', 'spend_intent.createdAt')
    .where('spend_intent.createdAt', '<=', new Date(now.getTime() - graceMs))
    .where(sql<boolean>`(paid.state <> 'confirmed' OR spend_intent.created_at < paid.confirmed_at + ${graceMs} * interval '1 millisecond')`)
    .where(hasNotLeft)
    .where(hasMoney('spend_intent'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Expired payments with enough money, and detected ones with money of after the window, about which nothing was decided because there was no price; a page
 * at a time in id order.
 */
export const findUndecided = (em: Em, { after, limit }: Page): Promise<PaymentEntity[]> =>
  pageAfter(em, after)
    .where('lateVerdict', 'is', null)
    .where('acceptedAt', 'is', null)
    .where('returningUnits', '=', 0n)
    .where(sql<boolean>`received_units >= due_units - tolerance_units`)
    .where((eb) => eb.or([eb('state', '=', 'expired'), eb.and([eb('state', '=', 'detected'), HAS_LATE_MONEY])]))
    .limit(limit)
    .execute() as Promise<PaymentEntity[]>

const HAS_LATE_MONEY = sql<boolean>`EXISTS (SELECT FROM deposit WHERE deposit.subject = 'payment' AND deposit.subject_id = payment.id::text
  AND deposit.arrived_at >= payment.expires_at AND deposit.state <> 'gone')`

/** A payment with credited money that no round has taken, and whether the next round of forwarding could take it. */
export interface Untaken {
  readonly paymentId: string
  readonly isForwardable: boolean
}

const UNTAKEN = sql`deposit.subject = 'payment' AND deposit.credited_by IS NOT NULL AND deposit.intent_id IS NULL`

/** Payments with money that no round has taken, a page at a time in id order. */
export async function findUntaken(em: Em, { after, limit }: Page): Promise<Untaken[]> {
  const { rows } = await sql<Untaken>`SELECT page.id AS "paymentId", (payment.state = ANY (${[...completedStates]}::text[]) AND EXISTS (
      SELECT FROM deposit WHERE deposit.subject_id = page.id AND deposit.asset = payment.asset AND ${UNTAKEN})) AS "isForwardable"
    FROM (SELECT DISTINCT deposit.subject_id AS id FROM deposit WHERE ${UNTAKEN} AND deposit.subject_id > ${after} ORDER BY 1 LIMIT ${limit}) AS page
      JOIN payment ON payment.id = page.id::uuid ORDER BY page.id`.execute(tables(em))
  return rows
}

/** Every payment there is, in id order, a page at a time. */
export const findPage = (em: Em, { after, limit }: Page): Promise<PaymentEntity[]> =>
  pageAfter(em, after).limit(limit).execute() as Promise<PaymentEntity[]>

/** Every payment that has not ended, in id order, a page at a time. */
export const findOpen = (em: Em, { after, limit }: Page): Promise<PaymentEntity[]> =>
  pageAfter(em, after).where('state', 'in', ['pending', 'detected', 'confirmed', 'forwarding']).limit(limit).execute() as Promise<
    PaymentEntity[]
  >

const pageAfter = (em: Em, after: string) => tables(em).selectFrom('payment').selectAll().where('id', '>', after).orderBy('id')
