import { toNumber } from '@gateway/domain/money/decimal'
import type { Resolution } from '@gateway/domain/payments/movements'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import { type DepositView, presentDeposits } from './movements.ts'
import { presentPublicPayment, type PublicPaymentView } from './payments.ts'
import { presentTime, presentTimeOrNull } from './wire/time.ts'

/** A deposit of a payment as its payer sees it; a wrong asset is among them. */
export type CheckoutDeposit = Pick<DepositView, 'asset' | 'amount' | 'status' | 'credited'>

/** A payment as its checkout page shows it: the public view with its deposits. No metadata, fees, wallet addresses or ids of other objects. */
export type CheckoutView = Omit<PublicPaymentView, 'qr_code'> & {
  readonly deposits: readonly CheckoutDeposit[]
  /** How it became good; null before `confirmed`. */
  readonly resolution: Resolution | null
  /** Fiat per whole coin, fixed at creation. */
  readonly price: number
  readonly created_at: string
  readonly detected_at: string | null
  readonly confirmed_at: string | null
}

/** A payment as its checkout page shows it. */
export function presentCheckout(seen: { facts: PaymentFacts; businessName: string }): CheckoutView {
  const { qr_code: _image, ...payment } = presentPublicPayment(seen, '')
  const { facts } = seen
  const { createdAt, detectedAt, confirmedAt } = facts.payment
  return {
    ...payment,
    deposits: presentDeposits(facts).map(({ asset, amount, status, credited }) => ({ asset, amount, status, credited })),
    resolution: facts.payment.resolution,
    price: toNumber(facts.quote.rate),
    created_at: presentTime(createdAt),
    detected_at: presentTimeOrNull(detectedAt),
    confirmed_at: presentTimeOrNull(confirmedAt),
  }
}
