import type { ChainCode } from '../money/asset.ts'
import type { ConfirmationPolicy } from './payment-rules.ts'
import { requiredConfirmations, type Worth } from './rules.ts'

/** So many blocks given up in a row are more than bad luck of a miner. */
export const REORGANISED_BLOCKS = 2

const FURTHER_CONFIRMATIONS = 3
const CAUTIOUS_FOR_MS = 24 * 60 * 60 * 1_000
/** Elsewhere the chain itself says what is final, or the required depth is far beyond what is ever given up. */
const cautiousChains: ReadonlySet<ChainCode> = new Set(['BTC', 'BCH'])

/** What an amount's band does not know: its chain was reorganised lately, or its coins cannot be spent before some depth. */
export interface ReorgCaution {
  /** When `REORGANISED_BLOCKS` or more were last given up; null if never. */
  readonly reorganisedAt: Date | null
  readonly at: Date
  readonly leastConfirmations: number
}

/** How many confirmations a chain asks for on top of the bands. */
export function furtherConfirmations(chain: ChainCode, { reorganisedAt, at }: Pick<ReorgCaution, 'reorganisedAt' | 'at'>): number {
  if (reorganisedAt === null || !cautiousChains.has(chain)) return 0
  return at.getTime() - reorganisedAt.getTime() < CAUTIOUS_FOR_MS ? FURTHER_CONFIRMATIONS : 0
}

/** The policy for money that is waited for, never weaker than the one in force. What was asked for once stays so after the day is over. */
export function cautiousPolicy(worth: Worth, caution: ReorgCaution, current: ConfirmationPolicy): ConfirmationPolicy {
  const band = requiredConfirmations(worth)
  const further = band.confirmations + furtherConfirmations(worth.chain, caution)
  return {
    confirmations: Math.max(further, caution.leastConfirmations, current.confirmations),
    finality: band.finality || current.finality,
  }
}
