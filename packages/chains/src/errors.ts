import { DomainError } from '@gateway/domain/kernel/error'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Position } from './rail/block.ts'

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

/**
 * The node follows Bitcoin Knots, which is another chain since 8 August 2026 (BIP-110, then BLAKE2b) under the same name and first block; nothing it
 * reports may be credited. Source: release notes of Bitcoin Knots 29.4.
 */
export class LeftBitcoin extends DomainError {
  readonly code = 'CHAIN_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor(chain: ChainCode, sign: string) {
    super(
      `The ${chain} node follows Bitcoin Knots, which left Bitcoin in August 2026 (${sign}); this deployment needs Bitcoin Core 29 or newer`,
      {
        details: { chain, sign },
      },
    )
  }
}

/** The node's chain does not hold the oldest block that the gateway remembers: it is no reorganisation, and an operator decides. */
export class OtherHistory extends DomainError {
  readonly code = 'OTHER_HISTORY'
  readonly kind = 'unavailable'
  constructor(chain: ChainCode, { height, hash }: Position, actual: string) {
    super(
      `The ${chain} node serves another history: its block ${height} is ${actual}, and this gateway has read ${hash}; watching has stopped`,
      {
        details: { chain, height, expected: hash, actual },
      },
    )
  }
}

/** True when the node answers well and must not be listened to: the chain stops until its node is another one. */
export const refusesNode = (error: unknown): error is WrongNetwork | LeftBitcoin | OtherHistory =>
  error instanceof WrongNetwork || error instanceof LeftBitcoin || error instanceof OtherHistory
