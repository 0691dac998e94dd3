import { assetOf } from '@gateway/domain/money/asset'
import { findUnits, formatUnits } from '@gateway/domain/money/decimal'
import type { Outputs } from '../../trpc.ts'
import { formatAsset } from '../../ui/money.ts'
import type { State } from '../../ui/states.ts'

/** The refunds of a payment, and what can still be refunded of it. */
export type PaymentRefunds = Outputs['payments']['portal']['refunds']['list']

/** A refund of a payment, whoever pays it. */
export type Refund = PaymentRefunds['refunds'][number]

type Transfer = Refund['transfers'][number]
type Words = Readonly<Record<Refund['status'], readonly [State, string]>>

const states: Readonly<Record<Refund['paid_by'], Words>> = {
  merchant: {
    offered: ['pending', 'Waits for an address'],
    named: ['held', 'To be paid'],
    paying: ['underpaid', 'Partly paid'],
    refunded: ['refunded', 'Refunded'],
    cancelled: ['cancelled', 'Cancelled'],
    expired: ['expired', 'Expired'],
  },
  gateway: {
    offered: ['pending', 'Link sent'],
    named: ['pending', 'Address named'],
    paying: ['forwarding', 'On its way'],
    refunded: ['refunded', 'Refunded'],
    cancelled: ['cancelled', 'Taken back'],
    expired: ['expired', 'Expired'],
  },
}

/** The colour and the word of a refund's state. */
export const stateOf = (refund: Refund): readonly [State, string] =>
  isConfirming(refund) ? ['detected', 'Confirming'] : states[refund.paid_by][refund.status]

/** All of it is in blocks, and some of it is not final yet. */
export const isConfirming = (refund: Refund): boolean =>
  refund.paid_by === 'merchant' && refund.status === 'paying' && openUnitsOf(refund) === 0n

/** True while its address is watched. */
export const isWatched = ({ status }: Refund): boolean => status === 'named' || status === 'paying'

/** Something of it can change without its merchant. */
export const isOpen = (refund: Refund): boolean => refund.status === 'offered' || isWatched(refund)

/** What no transfer has paid yet, those left out that are not final. */
export function openUnitsOf(refund: Refund): bigint {
  const paid = refund.transfers.filter(isPaying).reduce((sum, { amount }) => sum + unitsOf(refund, amount), 0n)
  const open = unitsOf(refund, refund.amount_crypto ?? '0') - paid
  return open > 0n ? open : 0n
}

/** Transfers to its address that could be of it: its merchant has to say so. */
export const askedOf = (refund: Refund): Transfer[] => refund.transfers.filter(({ counted, status }) => !counted && status !== 'gone')

/** It can be cancelled: what was paid of it cannot change any more. */
export const isCancellable = (refund: Refund): boolean =>
  refund.paid_by === 'merchant' && isOpen(refund) && !refund.transfers.some(({ counted, status }) => counted && status === 'included')

const isPaying = ({ counted, status }: Transfer): boolean => counted && status !== 'gone'

const unitsOf = ({ blockchain }: Refund, amount: string): bigint => findUnits(amount, assetOf(blockchain).decimals) ?? 0n

/** Base units of a refund as a merchant reads them: "0.0004 BTC". */
export const shownUnits = ({ blockchain }: Refund, units: bigint): string =>
  formatAsset(formatUnits(units, assetOf(blockchain).decimals), blockchain)

/** What goes back, as a merchant reads it. */
export const shownAmount = ({ amount_crypto: amount, blockchain }: Pick<Refund, 'amount_crypto' | 'blockchain'>): string =>
  amount === null ? 'The held money' : formatAsset(amount, blockchain)
