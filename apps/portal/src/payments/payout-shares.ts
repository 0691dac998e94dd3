import { assetOf } from '@gateway/domain/money/asset'
import { findUnits, formatUnits } from '@gateway/domain/money/decimal'
import type { Detail } from './payment.tsx'

type Payout = Pick<Detail['payment']['payouts'][number], 'asset' | 'amount' | 'merchant_amount' | 'fee_amount' | 'network_fee'>

/** What of a payout reaches its receiver, and what is taken off its whole amount on the way; all in its asset. */
interface PayoutShares {
  readonly reaches: string
  readonly takenOff: readonly (readonly [name: string, amount: string])[]
}

/** The shares of a payout: a forward names the merchant's own, and from a refund only the network takes something. */
export function payoutShares({ asset, amount, merchant_amount, fee_amount, network_fee }: Payout): PayoutShares {
  const { decimals } = assetOf(asset)
  const units = (text: string): bigint => findUnits(text, decimals) ?? 0n
  const takenOff = [
    ['fee', fee_amount ?? '0'],
    ['network fee', network_fee],
  ] as const
  return {
    reaches: merchant_amount ?? formatUnits(units(amount) - units(network_fee), decimals),
    takenOff: takenOff.filter(([, share]) => units(share) > 0n),
  }
}
