import { isUuid } from '@gateway/domain/kernel/id'
import { owned, type OwnerScope } from '../kernel/owned.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardEscrowEntity } from './card-escrow.entity.ts'
import type { CardPaymentEntity } from './card-payment.entity.ts'

const terms = [
  'escrowId',
  'invoiceId',
  'processorAccountId',
  'amountMinor',
  'currency',
  'feeBps',
  'description',
  'metadata',
  'successUrl',
  'cancelUrl',
  'customerEmail',
  'language',
  'isReopenable',
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
export const findCardPayment = (em: Em, { name, ...scope }: OwnerScope & { name: string }): Promise<CardPaymentEntity | undefined> =>
  ownCardPayments.findBy(em, { scope, where: namedBy(name) })

const namedBy = (name: string) => {
  if (name.startsWith('cs_')) return { checkoutSessionId: name }
  return name.startsWith('pi_') ? { paymentIntentId: name } : { id: name }
}

/** The same that a refund names; it may name the escrow too. */
export const findRefundable = async (em: Em, of: OwnerScope & { name: string }): Promise<CardPaymentEntity | undefined> => {
  const { name, ...scope } = of
  const found = await findCardPayment(em, of)
  return found ?? (isUuid(name) ? ownCardPayments.findBy(em, { scope, where: { escrowId: name } }) : undefined)
}

/** The escrows of some card payments. */
export const readEscrowsOf = async (em: Em, { paymentIds }: { paymentIds: readonly string[] }): Promise<CardEscrowEntity[]> =>
  paymentIds.length === 0
    ? []
    : ((await tables(em).selectFrom('card_escrow').selectAll().where('paymentId', 'in', paymentIds).execute()) as CardEscrowEntity[])

/** A card payment by one of the processor's ids. */
export const findByProcessor = (
  em: Em,
  name: Partial<Pick<CardPaymentEntity, 'checkoutSessionId' | 'paymentIntentId' | 'chargeId' | 'applicationFeeId'>>,
): Promise<CardPaymentEntity | undefined> =>
  tables(em)
    .selectFrom('card_payment')
    .selectAll()
    .where((eb) => eb.and(name))
    .executeTakeFirst() as Promise<CardPaymentEntity | undefined>

/** Puts off asking about a card payment. */
export async function lookLater(em: Em, { id, lookAt }: { id: string; lookAt: Date | null }): Promise<void> {
  await tables(em).updateTable('card_payment').set({ lookAt }).where('id', '=', id).execute()
}
