import { DomainError } from '../kernel/error.ts'
import type { ChainCode } from '../money/asset.ts'

/**
 * Another scanner holds the lease; this one stops before writing anything.
 * Worth another try: the scanner assigned to the chain takes the lease back from one that only resumed late.
 */
export class LeaseLost extends DomainError {
  readonly code = 'LEASE_LOST'
  readonly kind = 'unavailable'
  constructor(chain: ChainCode) {
    super(`Another scanner watches ${chain} now`, { details: { chain } })
  }
}
