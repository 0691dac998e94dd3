import type { TokenHolding } from '../read-accounts.ts'
import type { ForwardLeg } from './plan-sol-forward.ts'

/** A transfer from one holding to one leg, by its place. */
export interface HoldingPart {
  readonly from: string
  readonly leg: number
  readonly units: bigint
}

/** Fills the legs from the holdings, both in their order, with as few transfers as that allows. Their sums must be equal. */
export function divideHoldings(holdings: readonly TokenHolding[], legs: readonly ForwardLeg[]): readonly HoldingPart[] {
  const parts: HoldingPart[] = []
  const open = legs.map(({ units }) => units)
  for (const { account, units } of holdings) {
    let left = units
    for (const [leg, wanted] of open.entries()) {
      const part = left < wanted ? left : wanted
      if (part === 0n) continue
      parts.push({ from: account, leg, units: part })
      open[leg] = wanted - part
      left -= part
    }
  }
  return parts
}
