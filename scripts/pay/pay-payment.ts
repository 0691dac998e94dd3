import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { call, CallRefused, type ShownPayment } from '../demo/client.ts'
import { partOf, unitsOf } from './amount.ts'
import { CannotPay } from './cannot-pay.ts'
import { notAnswering, type Payer } from './open-payer.ts'
import { paymentIdOf } from './payment-id.ts'
import { type PayableAsset, payableAsset } from './rails.ts'

/** A payment to pay, by its id or the address of its page. */
export interface PaymentToPay {
  readonly payment: string
  /** A decimal, `half` or `double`; the due amount when absent. */
  readonly amount?: string | undefined
  /** Another asset than the payment's, to see what happens then. */
  readonly asset?: string | undefined
}

/** A sent amount, and its payment. */
export interface Paid {
  readonly asset: PayableAsset
  /** In the asset. */
  readonly amount: string
  readonly to: string
  readonly transaction: string
  readonly payment: Pick<ShownPayment, 'id' | 'status' | 'confirmations_required'> & { readonly business_name: string }
}

/** States in which a payment waits for money; `expired` still takes it, late. */
const payableStates: ReadonlySet<string> = new Set(['pending', 'detected', 'expired'])

/**
 * Pays the due amount of a payment, as its payer would, who knows its public view.
 * @throws {CannotPay} when it is unknown or nothing is due.
 */
export async function payPayment(payer: Payer, wish: PaymentToPay): Promise<Paid> {
  const payment = await viewPayment(payer, paymentIdOf(wish.payment, payer.api))
  const own = payableAsset(payment.blockchain)
  const asset = wish.asset === undefined ? own : payableAsset(wish.asset)
  const units = unitsToPay(payment, { ...wish, own, asset })
  const to = payment.payment_address
  const transaction = await payer.send(asset, { to, units })
  return { asset, amount: formatUnits(units, assetOf(asset).decimals), to, transaction, payment }
}

type Viewed = ShownPayment & { readonly business_name: string }

async function viewPayment({ api }: Payer, id: string): Promise<Viewed> {
  try {
    return (await call<{ payment: Viewed }>(api, { path: `/payments/${id}/public` })).payment
  } catch (error) {
    if (error instanceof CallRefused && error.status === 404) throw new CannotPay(`The gateway at ${api} has no payment ${id}`)
    if (error instanceof CallRefused) throw new CannotPay(`The gateway at ${api} refuses to show payment ${id}: ${error.reason}`)
    throw notAnswering(api)
  }
}

/** Without an amount, exactly the due one; with one, that much in any state, because every exception should be easy to see. */
function unitsToPay(payment: Viewed, wish: PaymentToPay & { own: PayableAsset; asset: PayableAsset }): bigint {
  const isOwn = wish.asset === wish.own
  if (!isOwn) return unitsOf(requireAmount(wish), wish.asset)
  if (wish.amount !== undefined) return partOf(unitsOf(payment.crypto_amount, wish.own), wish.amount, wish.own)
  if (payableStates.has(payment.status) && Number(payment.amount_due) > 0) return unitsOf(payment.amount_due, wish.own)
  throw new CannotPay(`Payment ${payment.id} is ${payment.status} and nothing is due; to send more all the same, add --amount`)
}

function requireAmount({ amount, asset }: PaymentToPay): string {
  if (amount !== undefined) return amount
  throw new CannotPay(`Add --amount: the payment says nothing about an amount of ${asset}`)
}
