import type { AssetCode } from '../money/asset.ts'
import type { AssistedRefund } from './assisted-refund.ts'

/** A watched refund, and the units of its transfers in blocks. */
export interface OpenRefund extends Pick<AssistedRefund, 'id' | 'asset' | 'units' | 'asks'> {
  readonly namedAt: Date
  readonly startHeight: number
  readonly countedUnits: bigint
}

/** A transfer to the address of refunds, and its block. */
export interface RefundArrival {
  readonly asset: AssetCode
  readonly units: bigint
  readonly height: number
  readonly at: Date
}

/** The refund that a transfer counts for; `asks` while its merchant has to name the transaction, `ignored` where nothing is stored. */
export type RefundMatch = { readonly refundId: string } | 'asks' | 'ignored'

/** A transfer below this part of a refund is dust: anyone can send it to a known address. */
const DUST_PART = 100n
const SECOND_MS = 1_000

/**
 * Finds the refund that a transfer counts for by itself, among the watched refunds of its address.
 *
 * A transfer of a block that is older than the naming of the address never counts by itself, whatever its height. Where several refunds share the
 * address, the exact rest of one of them decides, the oldest first. Everything else is the merchant's to say, and dust is nobody's.
 */
export function matchRefund(open: readonly OpenRefund[], arrival: RefundArrival): RefundMatch {
  const own = open.filter(({ asset }) => asset === arrival.asset)
  const later = own.filter((refund) => isNamedBefore(refund, arrival)).toSorted(byNaming)
  const [only, ...others] = later
  if (!only) return asksUnlessDust(own, arrival)
  if (others.length === 0) return isDust(only, arrival) ? 'ignored' : countFor(only)
  const exact = later.find((refund) => restOf(refund) === arrival.units)
  return exact ? countFor(exact) : asksUnlessDust(later, arrival)
}

/** What transfers in blocks do not cover yet. */
export const restOf = ({ units, countedUnits }: Pick<OpenRefund, 'units' | 'countedUnits'>): bigint =>
  units > countedUnits ? units - countedUnits : 0n

/** True when a block has time `at` or later, in whole seconds, which are all that a block tells. */
export const isSince = (block: Pick<RefundArrival, 'at'>, at: Date): boolean =>
  Math.floor(block.at.getTime() / SECOND_MS) >= Math.floor(at.getTime() / SECOND_MS)

const isNamedBefore = ({ namedAt, startHeight }: OpenRefund, arrival: RefundArrival): boolean =>
  arrival.height > startHeight && isSince(arrival, namedAt)

const countFor = ({ id, asks }: OpenRefund): RefundMatch => (asks ? 'asks' : { refundId: id })

const asksUnlessDust = (candidates: readonly OpenRefund[], arrival: RefundArrival): RefundMatch =>
  candidates.every((refund) => isDust(refund, arrival)) ? 'ignored' : 'asks'

/** The exact rest is never dust, however small. */
const isDust = (refund: OpenRefund, { units }: RefundArrival): boolean =>
  units === 0n || (units * DUST_PART < refund.units && units !== restOf(refund))

const byNaming = (a: OpenRefund, b: OpenRefund): number => a.namedAt.getTime() - b.namedAt.getTime() || (a.id < b.id ? -1 : 1)
