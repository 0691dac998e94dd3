import type { CardDisputeEntity } from '../../cards/card-dispute.entity.ts'
import type { CardPaymentEntity } from '../../cards/card-payment.entity.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'

/** What a receipt says of a card payment. */
export type CardFacts = Pick<CardPaymentEntity, 'merchantId' | 'amountMinor' | 'currency' | 'escrowId' | 'capturedMinor' | 'refundedMinor'>

/** A card payment. */
export const findCardFacts = (em: Em, { id }: { id: string }): Promise<CardFacts | undefined> =>
  tables(em)
    .selectFrom('card_payment')
    .select(['merchantId', 'amountMinor', 'currency', 'escrowId', 'capturedMinor', 'refundedMinor'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The payment of a card escrow, and what its release has transferred. */
export async function findCardFactsOfEscrow(
  em: Em,
  { escrowId }: { escrowId: string },
): Promise<(CardFacts & { readonly transferredMinor: bigint }) | undefined> {
  const escrow = await tables(em)
    .selectFrom('card_escrow')
    .select(['paymentId', 'transferredMinor'])
    .where('id', '=', escrowId)
    .executeTakeFirst()
  const facts = escrow && (await findCardFacts(em, { id: escrow.paymentId }))
  return facts && { ...facts, transferredMinor: escrow.transferredMinor }
}

/** What a receipt says of a dispute at the card processor. */
export type DisputeFacts = Pick<CardDisputeEntity, 'merchantId' | 'processorDisputeId' | 'phase' | 'amountMinor' | 'currency'>

/** A dispute at the card processor. */
export const findDisputeFacts = (em: Em, { id }: { id: string }): Promise<DisputeFacts | undefined> =>
  tables(em)
    .selectFrom('card_dispute')
    .select(['merchantId', 'processorDisputeId', 'phase', 'amountMinor', 'currency'])
    .where('id', '=', id)
    .executeTakeFirst()
