import { purposesWhere } from '@gateway/domain/custody/purposes'
import { completedStates } from '@gateway/domain/payments/machine'
import { sql } from 'kysely'
import type { SpendAttemptEntity } from '../custody/spend-attempt.entity.ts'
import type { SpendIntentEntity } from '../custody/spend-intent.entity.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { RefundEntity } from './refund.entity.ts'
import { isNoneOf, type SweptPage } from '../kernel/page.ts'

/** The refund that the token with this hash was given out for. */
export const findRefundByHash = (em: Em, { tokenHash }: { tokenHash: Buffer }): Promise<RefundEntity | undefined> =>
  tables(em).selectFrom('refund').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst() as Promise<RefundEntity | undefined>

/** The object whose held money is decided about. */
export type HeldOf = { readonly paymentId: string } | { readonly invoiceId: string }

/** The refund of an object that has not ended, locked; there is at most one. */
export const lockOpenRefund = (em: Em, of: HeldOf): Promise<RefundEntity | undefined> =>
  openRefunds(em, of).forUpdate().executeTakeFirst() as Promise<RefundEntity | undefined>

/** The same, not locked. */
export const findOpenRefund = (em: Em, of: HeldOf): Promise<RefundEntity | undefined> =>
  openRefunds(em, of).executeTakeFirst() as Promise<RefundEntity | undefined>

const openRefunds = (em: Em, of: HeldOf) => refundsOf(em, of).where('state', 'in', ['offered', 'claimed', 'paying'])

const refundsOf = (em: Em, of: HeldOf) => {
  const all = tables(em).selectFrom('refund').selectAll()
  return 'paymentId' in of ? all.where('paymentId', '=', of.paymentId) : all.where('invoiceId', '=', of.invoiceId)
}

/** Refunds by id, in order, locked. */
export const lockRefunds = async (em: Em, ids: readonly string[]): Promise<RefundEntity[]> =>
  ids.length === 0
    ? []
    : (tables(em)
        .selectFrom('refund')
        .selectAll()
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forUpdate()
        .execute() as Promise<RefundEntity[]>)

/** Every refund of an object that was offered, oldest first. */
export const listRefunds = (em: Em, of: HeldOf): Promise<RefundEntity[]> =>
  refundsOf(em, of).orderBy('offeredAt').execute() as Promise<RefundEntity[]>

/** The payout of a claimed refund, as far as it has come. */
export interface RefundPayoutRows {
  readonly intent: Pick<SpendIntentEntity, 'units' | 'networkFeeUnits'> | undefined
  /** The attempt that is neither dead nor superseded. */
  readonly attempt: Pick<SpendAttemptEntity, 'handle' | 'state' | 'feeUnits'> | undefined
  /** When its address may be paid, by the signer's own count; null before the signer's pin. */
  readonly pinUsableAt: Date | null
}

/** The payout of a refund without an address. */
export const NOT_CLAIMED: RefundPayoutRows = { intent: undefined, attempt: undefined, pinUsableAt: null }

/** The payout of a refund, and the signer's count of its hold. One query after the other, because the rows have columns of the same names. */
export async function findRefundPayout(
  em: Em,
  { id, payoutTermsId }: Pick<RefundEntity, 'id' | 'payoutTermsId'>,
): Promise<RefundPayoutRows> {
  const db = tables(em)
  const intent = await db
    .selectFrom('spend_intent')
    .select(['leadId', 'units', 'networkFeeUnits'])
    .where('purpose', 'in', purposesWhere('isHeldAfterPin'))
    .where('ref', '=', id)
    .executeTakeFirst()
  const attempt =
    intent &&
    (await db
      .selectFrom('spend_attempt')
      .select(['handle', 'state', 'feeUnits'])
      .where('intentId', '=', intent.leadId)
      .where('state', 'in', ['signed', 'broadcast', 'final'])
      .executeTakeFirst())
  const pin = await db.selectFrom('payout_terms_pin').select('usableAt').where('payoutTermsId', '=', payoutTermsId).executeTakeFirst()
  return { intent, attempt, pinUsableAt: pin?.usableAt ?? null }
}

/** A refund about which something has to be done, with the payment or invoice that is locked before it. */
export interface DueRefund {
  readonly id: string
  readonly ownerId: string
}

const owners = { payment: sql`back.payment_id`, invoice: sql`back.invoice_id` } as const

/**
 * Claimed refunds whose hold is over, by the count of the signer and by their own. So is one whose address the signer never signs for. A page at a time
 * in the order of their payments or invoices, which have one such refund each.
 */
export async function findDueRefunds(
  em: Em,
  { of, now, after, limit, except }: SweptPage & { of: keyof typeof owners; now: Date },
): Promise<DueRefund[]> {
  const owner = owners[of]
  const { rows } = await sql<DueRefund>`SELECT back.id, ${owner} AS "ownerId" FROM refund back
    JOIN payout_terms_pin pin ON pin.payout_terms_id = back.payout_terms_id
    WHERE back.state = 'claimed' AND ${owner} > ${after} AND ${isNoneOf(owner, except)} AND back.usable_at <= ${now}::timestamptz
      AND (pin.refused IS NOT NULL OR pin.usable_at <= ${now}::timestamptz)
    ORDER BY ${owner} LIMIT ${limit}`.execute(tables(em))
  return rows
}

/**
 * Refunds that are not being paid although their payment was completed, so that its money goes to the merchant. Each of them can be called off at once,
 * so none that works keeps its place on the page.
 */
export async function findOvertaken(em: Em, { limit, except }: Omit<SweptPage, 'after'>): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`SELECT back.id, back.payment_id AS "ownerId" FROM refund back
    JOIN payment ON payment.id = back.payment_id AND payment.state = ANY (${[...completedStates]}::text[])
    WHERE back.state IN ('offered', 'claimed') AND ${isNoneOf(sql`back.payment_id`, except)} LIMIT ${limit}`.execute(tables(em))
  return rows
}
