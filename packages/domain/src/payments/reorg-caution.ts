import { chainFacts } from '../money/chain-facts.ts'
import type { ChainCode } from '../money/asset.ts'
import type { ConfirmationPolicy } from './payment-rules.ts'
import { requiredConfirmations, type Worth } from './rules.ts'

/** A reorg of so many blocks is more than two miners finding a block at once. */
export const REORGANISED_BLOCKS = 2

const FURTHER_CONFIRMATIONS = 3
const CAUTIOUS_FOR_MS = 24 * 60 * 60 * 1_000

/** Risk beyond the amount's band: a recent reorg, or coins that cannot be spent before some depth. */
export interface ReorgCaution {
  /** Time of the last reorg of `REORGANISED_BLOCKS` or more; null if never. */
  readonly reorganisedAt: Date | null
  readonly at: Date
  readonly leastConfirmations: number
}

/** Confirmations a chain requires on top of the bands. */
export function furtherConfirmations(chain: ChainCode, { reorganisedAt, at }: Pick<ReorgCaution, 'reorganisedAt' | 'at'>): number {
  if (reorganisedAt === null || !chainFacts[chain].isReorgProne) return 0
  return at.getTime() - reorganisedAt.getTime() < CAUTIOUS_FOR_MS ? FURTHER_CONFIRMATIONS : 0
}

/** The policy for awaited money, never weaker than the current one; extra confirmations stay after the day is over. */
export function cautiousPolicy(worth: Worth, caution: ReorgCaution, current: ConfirmationPolicy): ConfirmationPolicy {
  const band = requiredConfirmations(worth)
  const further = band.confirmations + furtherConfirmations(worth.chain, caution)
  return {
    confirmations: Math.max(further, caution.leastConfirmations, current.confirmations),
    finality: band.finality || current.finality,
  }
}
