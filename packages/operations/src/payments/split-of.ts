import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { splitReceived, type Split } from '@gateway/domain/payments/rules'

/**
 * How everything received so far divides, with the network fee as far as it is known.
 *
 * The three parts always add up to the received amount; a network fee that becomes known is taken out of the merchant's part.
 */
export const splitOf = (payment: Pick<PaymentEntity, 'receivedUnits' | 'feeBps' | 'networkFeeUnits'>): Split =>
  splitReceived(payment.receivedUnits, payment.feeBps, payment.networkFeeUnits ?? 0n)
