import type { CardPaymentState } from '@gateway/domain/cards/payment-machine'
import type { BusinessId, MerchantId, Mode } from '@gateway/domain/kernel/id'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import { updateTogether } from '../kernel/update-together.ts'
import { sql } from 'kysely'
import { isNoneOf } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardEscrowEntity } from './card-escrow.entity.ts'
import type { CardPaymentEntity } from './card-payment.entity.ts'

/** Whose card payments a caller may see: a merchant's in one mode, or those of one of its businesses. */
export interface CardScope {
  readonly merchantId: MerchantId
  readonly mode: Mode
  readonly businessId?: BusinessId | undefined
}

/** Any card payment, locked FOR UPDATE: whatever happens to its money follows one another. */
export const lockCardPayment = (em: Em, { id }: { id: string }): Promise<CardPaymentEntity | undefined> =>
  tables(em).selectFrom('card_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    CardPaymentEntity | undefined
  >

/** The escrow of a card payment, locked FOR UPDATE; lock its payment first. */
export const lockEscrowOf = (em: Em, { paymentId }: { paymentId: string }): Promise<CardEscrowEntity | undefined> =>
  tables(em).selectFrom('card_escrow').selectAll().where('paymentId', '=', paymentId).forUpdate().executeTakeFirst() as Promise<
    CardEscrowEntity | undefined
  >

/** Any card payment. */
export const readCardPayment = (em: Em, { id }: { id: string }): Promise<CardPaymentEntity | undefined> =>
  tables(em).selectFrom('card_payment').selectAll().where('id', '=', id).executeTakeFirst() as Promise<CardPaymentEntity | undefined>

/** The escrow of a card payment. */
export const readEscrowOf = (em: Em, { paymentId }: { paymentId: string }): Promise<CardEscrowEntity | undefined> =>
  tables(em).selectFrom('card_escrow').selectAll().where('paymentId', '=', paymentId).executeTakeFirst() as Promise<
    CardEscrowEntity | undefined
  >

/** A card payment within a scope, by its id or the processor's of its session or its payment intent. */
export const findCardPayment = (em: Em, { name, ...scope }: CardScope & { name: string }): Promise<CardPaymentEntity | undefined> =>
  inScope(em, scope).selectAll().where(nameColumn(name), '=', name).executeTakeFirst() as Promise<CardPaymentEntity | undefined>

const nameColumn = (name: string): 'id' | 'checkoutSessionId' | 'paymentIntentId' => {
  if (name.startsWith('cs_')) return 'checkoutSessionId'
  return name.startsWith('pi_') ? 'paymentIntentId' : 'id'
}

/** A page of card payments, newest first, with their escrows' states, and how many there are in all. */
export async function listCardPayments(
  em: Em,
  { status, bounds, ...scope }: CardScope & { status?: CardPaymentState | undefined; bounds: PageBounds },
): Promise<{ rows: CardPaymentEntity[]; total: number }> {
  const own = inScope(em, scope)
  const all = status === undefined ? own : own.where('state', '=', status)
  const { rows, total } = await readPage({ shown: all.selectAll(), all }, bounds)
  return { rows: rows as CardPaymentEntity[], total }
}

/** The escrows of some card payments. */
export const readEscrowsOf = async (em: Em, { paymentIds }: { paymentIds: readonly string[] }): Promise<CardEscrowEntity[]> =>
  paymentIds.length === 0
    ? []
    : ((await tables(em).selectFrom('card_escrow').selectAll().where('paymentId', 'in', paymentIds).execute()) as CardEscrowEntity[])

/** A card payment by one of the processor's ids. */
export const findByProcessor = (
  em: Em,
  name: Partial<Pick<CardPaymentEntity, 'checkoutSessionId' | 'paymentIntentId' | 'chargeId'>>,
): Promise<CardPaymentEntity | undefined> =>
  tables(em)
    .selectFrom('card_payment')
    .selectAll()
    .where((eb) => eb.and(name))
    .executeTakeFirst() as Promise<CardPaymentEntity | undefined>

/** Ids of card payments that the processor is to be asked about, the longest due first. */
export async function findDuePayments(em: Em, { now, limit, except }: { now: Date; limit: number; except: readonly string[] }) {
  const due = tables(em).selectFrom('card_payment').select('id').where('lookAt', '<=', now)
  const rows = await due
    .where(isNoneOf(sql.ref('id'), except))
    .orderBy('lookAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Puts off asking about a card payment. */
export async function lookLater(em: Em, { id, lookAt }: { id: string; lookAt: Date | null }): Promise<void> {
  await tables(em).updateTable('card_payment').set({ lookAt }).where('id', '=', id).execute()
}

/** The card payments of a scope. */
export function inScope(em: Em, { merchantId, mode, businessId }: CardScope) {
  const own = tables(em).selectFrom('card_payment').where('merchantId', '=', merchantId).where('mode', '=', mode)
  return businessId === undefined ? own : own.where('businessId', '=', businessId)
}

const paymentColumns = [
  'state',
  'expiresAt',
  'checkoutSessionId',
  'checkoutUrl',
  'paymentIntentId',
  'chargeId',
  'applicationFeeId',
  'capturedMinor',
  'capturedAt',
  'refundedMinor',
  'pendingMinor',
  'feeReturnedMinor',
  'holdReason',
  'lookAt',
  'eventSequence',
  'updatedAt',
] as const
const escrowColumns = [
  'state',
  'transferredMinor',
  'reversedMinor',
  'processorTransferId',
  'releaseReason',
  'releasedAt',
  'refundAt',
  'noticedAt',
  'stateVersion',
  'updatedAt',
] as const

/** Writes back a locked card payment, as the role that calls the processor. Its terms are never touched. */
export const saveCardPayment = (em: Em, payment: CardPaymentEntity): Promise<void> =>
  updateTogether(em, { table: 'card_payment', columns: paymentColumns, rows: [payment] })

/** Writes back a locked card escrow, as the role that calls the processor. */
export const saveCardEscrow = (em: Em, escrow: CardEscrowEntity): Promise<void> =>
  updateTogether(em, { table: 'card_escrow', columns: escrowColumns, rows: [escrow] })
