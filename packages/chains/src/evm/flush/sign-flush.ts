import type { Address } from 'viem'
import { type GasPayerCall, signCall, type SignedCall } from '../keys/sign-call.ts'
import { type DepositTerms, encodeFlushMany } from './deposit-factory.ts'

/** The complete content of a flush transaction; equal values give equal bytes. */
export interface FlushOrder extends Omit<GasPayerCall, 'to' | 'data'> {
  readonly factory: Address
  /** Null for the native coin. */
  readonly token: Address | null
  /** 1 to 50 deposits in any order, each id once. */
  readonly items: readonly DepositTerms[]
}

/**
 * Signs the transaction that flushes a batch of deposits.
 * The items are sorted, so signing the same order again after a crash gives the same bytes and id, and nothing is paid twice. The key only pays gas:
 * the deposit addresses decide the recipients.
 * @throws {RangeError} for an empty batch, more than 50 items, or an id that appears twice.
 */
export const signFlush = async ({ factory, token, items, ...call }: FlushOrder): Promise<SignedCall> =>
  signCall({ ...call, to: factory, data: encodeFlushMany(items.toSorted(byId), token) })

function byId(left: DepositTerms, right: DepositTerms): number {
  const [leftId, rightId] = [BigInt(left.id), BigInt(right.id)]
  if (leftId === rightId) return 0
  return leftId < rightId ? -1 : 1
}
