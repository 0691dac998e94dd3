import type { Address } from 'viem'
import type { GasPrice } from '../fees/cap-fees.ts'
import { openOwnCall, type SignedCall, type StoredCall } from '../keys/sign-call.ts'
import { type DepositTerms, decodeFlushMany, encodeFlushMany } from './deposit-factory.ts'

/** An unmined transaction of the gateway, with the context of its replacement. */
export interface FlushReplacement extends Omit<StoredCall, 'to'> {
  readonly factory: Address
}

/** A transaction whose signature proves that it is the gateway's own. */
export interface OwnFlush {
  readonly fees: GasPrice
  /** The deposits it flushes, in their order. */
  readonly items: readonly DepositTerms[]
  /**
   * Signs it again with another price, and optionally fewer items.
   * @param only - one or more of the items, in their order.
   */
  sign(fees: GasPrice, only: readonly DepositTerms[]): Promise<SignedCall>
}

/**
 * Opens stored bytes for a replacement: same nonce, same gas limit, and no other items.
 * The bytes need no trust: undefined unless the gas payer's own signature covers them and they flush deposits of the factory on this chain.
 */
export async function openOwnFlush({ factory, ...stored }: FlushReplacement): Promise<OwnFlush | undefined> {
  const own = await openOwnCall({ ...stored, to: factory })
  const batch = own && decodeFlushMany(own.data)
  if (!own || !batch) return undefined
  return { fees: own.fees, items: batch.items, sign: (fees, only) => own.sign(fees, encodeFlushMany(only, batch.token)) }
}
