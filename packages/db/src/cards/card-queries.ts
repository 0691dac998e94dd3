import { owned, type OwnerScope } from '../kernel/owned.ts'
import { sql } from 'kysely'
import { isNoneOf } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardEscrowEntity } from './card-escrow.entity.ts'
import type { CardPaymentEntity } from './card-payment.entity.ts'

const terms = [
  'escrowId',
  'processorAccountId',
  'amountMinor',
  'currency',
  'feeBps',
  'description',
  'metadata',
  'successUrl',
  'cancelUrl',
] as const

/** Card payments as callers list them, and as the role that calls the processor writes them back: never their terms. */
export const ownCardPayments = owned('card_payment', { frozen: [...terms] })

/** Card escrows in the same way. */
export const ownCardEscrows = owned('card_escrow', { frozen: ['paymentId'] })

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
export const findCardPayment = (
  em: Em,
  { name, merchantId, mode, businessId }: OwnerScope & { name: string },
): Promise<CardPaymentEntity | undefined> =>
  tables(em)
    .selectFrom('card_payment')
    .selectAll()
    .where((eb) => eb.and({ merchantId, mode, ...(businessId !== undefined && { businessId }) }))
    .where(nameColumn(name), '=', name)
    .executeTakeFirst() as Promise<CardPaymentEntity | undefined>

const nameColumn = (name: string): 'id' | 'checkoutSessionId' | 'paymentIntentId' => {
  if (name.startsWith('cs_')) return 'checkoutSessionId'
  return name.startsWith('pi_') ? 'paymentIntentId' : 'id'
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
