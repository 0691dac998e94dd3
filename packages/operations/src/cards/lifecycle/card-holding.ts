import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { CardHolding } from '@gateway/domain/ledger/card-templates'

/** In whose name the money of a card payment is booked. */
export const cardHolding = ({ currency, mode, businessId }: CardPaymentEntity): CardHolding => ({ currency, mode, businessId })

/** The account that a card payment is charged on; null for the platform's own. */
export const chargedAccount = ({
  escrowId,
  processorAccountId,
}: Pick<CardPaymentEntity, 'escrowId' | 'processorAccountId'>): string | null => (escrowId === null ? processorAccountId : null)
