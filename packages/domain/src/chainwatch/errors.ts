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

/** The chain was reorganised deeper than the stored history; an operator decides. */
export class ReorganisationTooDeep extends DomainError {
  readonly code = 'REORGANISATION_TOO_DEEP'
  readonly kind = 'unavailable'
  constructor(chain: ChainCode, blocks: number) {
    super(`${chain} was reorganised by more than ${blocks} blocks; watching has stopped`, { details: { chain, blocks } })
  }
}
