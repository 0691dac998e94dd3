import { DomainError } from '../kernel/error.ts'
import type { ChainCode } from '../money/asset.ts'

/**
 * Another scanner has taken the chain over; this one stops without having written anything.
 *
 * Worth another try: whoever still has the task of watching the chain takes it over again, from one that only woke too late.
 */
export class LeaseLost extends DomainError {
  readonly code = 'LEASE_LOST'
  readonly kind = 'unavailable'
  constructor(chain: ChainCode) {
    super(`Another scanner watches ${chain} now`, { details: { chain } })
  }
}

/** The chain was reorganised deeper than the cursor remembers: nothing is guessed, an operator decides. */
export class ReorganisationTooDeep extends DomainError {
  readonly code = 'REORGANISATION_TOO_DEEP'
  readonly kind = 'unavailable'
  constructor(chain: ChainCode, blocks: number) {
    super(`${chain} was reorganised by more than ${blocks} blocks; watching has stopped`, { details: { chain, blocks } })
  }
}
