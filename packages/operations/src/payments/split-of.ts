import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { splitReceived, type Split } from '@gateway/domain/payments/rules'

/**
 * How everything received so far divides, but for what goes back, with the network fee as far as it is known.
 *
 * The three parts always add up to that amount; a network fee that becomes known is taken out of the merchant's part.
 */
export const splitOf = (payment: Pick<PaymentEntity, 'receivedUnits' | 'returningUnits' | 'feeBps' | 'networkFeeUnits'>): Split =>
  splitReceived(keptUnits(payment), payment.feeBps, payment.networkFeeUnits ?? 0n)

/** What was received and does not go back to who sent it. */
export const keptUnits = ({ receivedUnits, returningUnits }: Pick<PaymentEntity, 'receivedUnits' | 'returningUnits'>): bigint =>
  receivedUnits > returningUnits ? receivedUnits - returningUnits : 0n
