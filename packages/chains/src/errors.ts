import { DomainError } from '@gateway/domain/kernel/error'
import type { ChainCode } from '@gateway/domain/money/asset'

/** The node did not answer, or gave an impossible answer; retried with back-off. */
export class ChainUnavailable extends DomainError {
  readonly code = 'CHAIN_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor(chain: ChainCode, problem: string, cause?: unknown) {
    super(`The ${chain} node is unavailable: ${problem}`, { details: { chain }, cause })
  }
}

/** The node serves another network than this deployment; nothing it reports may be credited. */
export class WrongNetwork extends DomainError {
  readonly code = 'CHAIN_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor(chain: ChainCode, expected: string, actual: string) {
    super(`The ${chain} node serves network ${actual}, this deployment needs ${expected}`, { details: { chain, expected, actual } })
  }
}
