import { sumUnits } from '@gateway/domain/money/units'
import type { KnownDeposit, KnownPayout } from '@gateway/domain/payments/movements'
import { amount } from './amount.ts'

type Arrived = Pick<KnownDeposit, 'asset' | 'units' | 'state' | 'intentId'>
type Taken = Pick<KnownPayout, 'id' | 'purpose' | 'state'>

/** What arrived for a payment, and the payouts that take it. */
export interface PlacedMovements {
  readonly deposits: readonly Arrived[]
  readonly payouts: readonly Taken[]
}

/** Where the money of a payment is, none of which waits: with the payer or the merchant, on its way there, or in no block yet. */
export function placesOf({ deposits, payouts }: PlacedMovements): string {
  const byId = new Map(payouts.map((payout) => [payout.id, payout]))
  const placed = deposits.flatMap((deposit) => {
    const { asset, units, state, intentId } = deposit
    return asset === null || state === 'gone' ? [] : [{ asset, units, ...placeOf(deposit, byId.get(intentId ?? '')) }]
  })
  const groups = [...Map.groupBy(placed, ({ asset, words }) => `${asset} ${words}`).values()]
  const places = groups.flatMap((group) => (group[0] ? [`${amount(group[0], sumUnits(group))} ${group[0].words}`] : [])).join(', and ')
  if (placed.some(({ hasLeft }) => !hasLeft)) return places
  return places === '' ? 'No money is held' : `No money is held: ${places}`
}

interface Place {
  /** The end of a sentence that begins with an amount. */
  readonly words: string
  readonly hasLeft: boolean
}

function placeOf({ state }: Arrived, payout: Taken | undefined): Place {
  if (!payout) return { words: state === 'seen' ? 'is in no block yet' : 'is at the deposit address', hasLeft: false }
  const hasLeft = payout.state === 'final'
  return { words: hasLeft ? arrivals[payout.purpose] : journeys[payout.purpose], hasLeft }
}

const arrivals: Readonly<Record<KnownPayout['purpose'], string>> = {
  forward: 'went to the merchant, less the fee',
  payment_refund: 'went back to the payer',
  invoice_forward: 'went to the merchant, less the fee',
  invoice_refund: 'went back to the payer',
  escrow_release: 'went to the beneficiary, less the fee',
  escrow_refund: 'went back to the depositor',
  escrow_excess: 'went back to the depositor',
}

const journeys: Readonly<Record<KnownPayout['purpose'], string>> = {
  forward: 'is on its way to the merchant',
  payment_refund: 'is on its way to the payer',
  invoice_forward: 'is on its way to the merchant',
  invoice_refund: 'is on its way to the payer',
  escrow_release: 'is on its way to the beneficiary',
  escrow_refund: 'is on its way to the depositor',
  escrow_excess: 'is on its way to the depositor',
}
