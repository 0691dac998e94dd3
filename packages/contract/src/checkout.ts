import type { Deposit } from '@gateway/domain/chainwatch/deposit'
import { assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { isCompleted } from '@gateway/domain/payments/machine'
import type { Payment, PaymentFacts } from '@gateway/domain/payments/payment'
import { presentPublicPayment, type PublicPaymentView } from './payments.ts'
import { presentTime, presentTimeOrNull } from './wire/time.ts'

/** A deposit of a payment as its payer sees it; a wrong asset is among them. */
export interface CheckoutDeposit {
  /** Null for a token that the gateway does not know. */
  readonly asset: AssetCode | null
  /** In whole coins; in base units for an unknown token, whose decimals nobody has told us. */
  readonly amount: string
  readonly status: 'seen' | 'confirmed' | 'held' | 'returned' | 'orphaned'
  /** It counts towards the payment. */
  readonly credited: boolean
}

/** A payment as its checkout page shows it: the public view with its deposits. No metadata, fees, wallet addresses or ids of other objects. */
export type CheckoutView = Omit<PublicPaymentView, 'qr_code'> & {
  readonly deposits: readonly CheckoutDeposit[]
  /** How it became good; null before `confirmed`. */
  readonly resolution: 'paid' | 'tolerance' | 'accepted' | null
  /** Fiat per whole coin, fixed at creation. */
  readonly price: number
  readonly created_at: string
  readonly detected_at: string | null
  readonly confirmed_at: string | null
}

/** The stored facts behind a checkout page. */
export interface SeenCheckout {
  readonly facts: PaymentFacts
  readonly businessName: string
  /** Every deposit that ever came, oldest first. */
  readonly deposits: readonly Deposit[]
}

/** A payment as its checkout page shows it. */
export function presentCheckout({ facts, businessName, deposits }: SeenCheckout): CheckoutView {
  const { qr_code: _image, ...payment } = presentPublicPayment({ facts, businessName }, '')
  const { createdAt, detectedAt, confirmedAt } = facts.payment
  return {
    ...payment,
    deposits: deposits.map((deposit) => presentDeposit(facts.payment, deposit)),
    resolution: resolutionOf(facts.payment),
    price: toNumber(facts.quote.rate),
    created_at: presentTime(createdAt),
    detected_at: presentTimeOrNull(detectedAt),
    confirmed_at: presentTimeOrNull(confirmedAt),
  }
}

function presentDeposit(payment: Payment, deposit: Deposit): CheckoutDeposit {
  const { asset, units } = deposit
  const credited = asset === payment.asset && deposit.state !== 'gone'
  const amount = formatUnits(units, asset === null ? 0 : assetOf(asset).decimals)
  return { asset, amount, credited, status: statusOf(payment, deposit) }
}

/** A deposit is held where it does not count, or where its payment ended without it. */
function statusOf(payment: Payment, { asset, state }: Deposit): CheckoutDeposit['status'] {
  if (state === 'gone') return 'orphaned'
  if (state === 'seen') return 'seen'
  return asset === payment.asset && isCompleted(payment.state) ? 'confirmed' : 'held'
}

function resolutionOf({ state, acceptedAt, receivedUnits, dueUnits }: Payment): CheckoutView['resolution'] {
  if (!isCompleted(state)) return null
  if (receivedUnits >= dueUnits) return 'paid'
  return acceptedAt === null ? 'tolerance' : 'accepted'
}
