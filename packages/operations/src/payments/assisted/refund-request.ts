import type { RefundRate } from '@gateway/domain/payments/assisted-refund'
import type { EmailedPayer } from '../../businesses/email-payer.ts'
import type { NamedAmount } from './start/price-refund.ts'

/** How much of a payment goes back, and how. */
export interface RefundRequest extends NamedAmount {
  readonly rate: RefundRate
  readonly reason?: string | undefined
  /** Where the payer wants it, when the merchant knows it. */
  readonly address?: string | undefined
  /** A transaction by which the merchant has paid it already. */
  readonly txHash?: string | undefined
  /** Gets the link by e-mail, and another e-mail once the money has arrived. */
  readonly payer?: EmailedPayer | undefined
  /** After which an unpaid refund expires that the merchant pays. */
  readonly offerDays: number
  /** How long the link is valid, and the hold, where the gateway pays. */
  readonly linkDays: number
  readonly holdHours: number
}

/** A request whose address was checked, and who makes it. */
export interface StartedRefund {
  readonly request: RefundRequest
  readonly address: string | undefined
  readonly by: string
}
