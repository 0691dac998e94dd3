import { completedStates } from '@gateway/domain/payments/machine'
import { sql } from 'kysely'
import { isNoneOf, type Page, type SweptPage } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { PaymentEntity } from './payment.entity.ts'

/**
 * Payments whose window ended before a moment and which still wait although their chain has been read up to its end, oldest first. Each of them can be
 * ended at once, so none that works keeps its place on the page.
 */
export async function findOverdue(
  em: Em,
  { before, limit, except }: Omit<SweptPage, 'after'> & { before: Date },
): Promise<PaymentEntity[]> {
  return tables(em)
    .selectFrom('payment')
    .selectAll()
    .where('state', '=', 'pending')
    .where('expiresAt', '<=', before)
    .where(isNoneOf(sql`payment.id`, except))
    .where(
      sql<boolean>`EXISTS (SELECT FROM chain_cursor WHERE chain_cursor.chain = payment.chain AND chain_cursor.known_until >= payment.expires_at)`,
    )
    .orderBy('expiresAt')
    .limit(limit)
    .execute() as Promise<PaymentEntity[]>
}

/** Payments that wait for money at an address which the signer refuses to pay from, a page at a time in the order of their commits. */
export async function findRefused(
  em: Em,
  { after, limit, except }: SweptPage,
): Promise<{ paymentId: string; payoutTermsId: string; reason: string }[]> {
  return tables(em)
    .selectFrom('payout_terms_pin')
    .innerJoin('payout_terms', 'payout_terms.id', 'payout_terms_pin.payoutTermsId')
    .innerJoin('payment', (join) => join.on(sql`payment.id`, '=', sql`payout_terms.subject_id`))
    .select(['payment.id as paymentId', 'payout_terms_pin.payoutTermsId', 'payout_terms_pin.refused as reason'])
    .where('payout_terms_pin.refused', 'is not', null)
    .where('payout_terms_pin.payoutTermsId', '>', after)
    .where(isNoneOf(sql`payout_terms_pin.payout_terms_id`, except))
    .where('payout_terms.subject', '=', 'payment')
    .where('payment.state', '=', 'pending')
    .orderBy('payout_terms_pin.payoutTermsId')
    .limit(limit)
    .$narrowType<{ reason: string }>()
    .execute()
}

/** Payments with a payout that is not final and has changed when they were last written or since, a page at a time in the order of the payouts' ids. */
export const findChangedPayouts = (
  em: Em,
  { after, limit, except }: SweptPage,
): Promise<(PaymentEntity & { readonly payoutId: string })[]> =>
  tables(em)
    .selectFrom('spend_intent as payout')
    .leftJoin('refund as back', (join) => join.on(sql<boolean>`payout.purpose = 'payment_refund' AND back.id = payout.ref::uuid`))
    .innerJoin('payment as paid', (join) => join.on(sql<boolean>`paid.id = coalesce(back.payment_id, payout.ref::uuid)`))
    .selectAll('paid')
    .select('payout.id as payoutId')
    .where('payout.id', '>', after)
    .where(isNoneOf(sql`payout.id`, except))
    .where('payout.state', '!=', 'final')
    .whereRef('payout.updatedAt', '>=', 'paid.updatedAt')
    .orderBy('payout.id')
    .limit(limit)
    .execute() as Promise<(PaymentEntity & { readonly payoutId: string })[]>

/**
 * Expired payments with enough money, and detected ones with money of after the window, about which nothing was decided because there was no price; a page
 * at a time in id order.
 */
export const findUndecided = (em: Em, { after, limit, except }: SweptPage): Promise<PaymentEntity[]> =>
  pageAfter(em, after)
    .where(isNoneOf(sql`payment.id`, except))
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

const UNTAKEN = sql`deposit.subject = 'payment' AND deposit.credit_revision IS NOT NULL AND deposit.intent_id IS NULL`

/** Payments with money that no round has taken, a page at a time in id order. */
export async function findUntaken(em: Em, { after, limit, except }: SweptPage): Promise<Untaken[]> {
  const { rows } = await sql<Untaken>`SELECT page.id AS "paymentId", (payment.state = ANY (${[...completedStates]}::text[]) AND EXISTS (
      SELECT FROM deposit WHERE deposit.subject_id = page.id AND deposit.asset = payment.asset AND ${UNTAKEN})) AS "isForwardable"
    FROM (SELECT DISTINCT deposit.subject_id AS id FROM deposit WHERE ${UNTAKEN} AND deposit.subject_id > ${after}
        AND ${isNoneOf(sql`deposit.subject_id`, except)} ORDER BY 1 LIMIT ${limit}) AS page
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
