import { gamingRules } from './formula-terms.ts'
import type { GamingFlag, Reputation } from './reputation.ts'
import { countCounterparties, type WeighedReceipt } from './weighed-receipt.ts'

const MINUTE_MS = 60_000

const isRaised: Readonly<Record<GamingFlag, (receipts: readonly WeighedReceipt[]) => boolean>> = {
  burst: (receipts) => {
    const { receipts: many, minutes } = gamingRules.burst
    const times = receipts.map(({ receipt }) => receipt.createdAt.getTime())
    return times.some((last, place) => last - (times[place - many + 1] ?? Number.NEGATIVE_INFINITY) <= minutes * MINUTE_MS)
  },
  low_diversity: (receipts) => {
    const { moreThan, below } = gamingRules.low_diversity
    return receipts.length > moreThan && countCounterparties(receipts) / receipts.length < below
  },
}

const flagNames = Object.keys(gamingRules) as readonly GamingFlag[]

/** The flags that receipts raise, oldest first, and the weight that they leave to positive points. */
export function findAnomalies(receipts: readonly WeighedReceipt[]): Reputation['antiGaming'] {
  const flags = flagNames.filter((flag) => isRaised[flag](receipts))
  return { flags, adjustedWeight: flags.reduce((weight, flag) => weight * gamingRules[flag].factor, 1) }
}
