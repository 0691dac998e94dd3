import type { TransactionInput } from '@gateway/domain/chainwatch/transaction-input'
import { type Address, hexToBytes, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { watchKey } from '../address.ts'
import type { GasPrice } from '../fees/cap-fees.ts'
import { type DepositTerms, encodeFlushMany } from './deposit-factory.ts'

/** The complete content of a flush transaction; equal values give equal bytes. */
export interface FlushOrder {
  readonly chainId: number
  readonly factory: Address
  /** Null for the native coin. */
  readonly token: Address | null
  /** 1 to 50 deposits in any order, each id once. */
  readonly items: readonly DepositTerms[]
  /** The sender's nonce. */
  readonly nonce: number
  readonly fees: GasPrice
  /** Gas limit. */
  readonly gas: bigint
  /** 32 bytes of the gas payer's key. */
  readonly privateKey: Uint8Array
}

/** A signed flush that was not broadcast yet. */
export interface SignedFlush {
  readonly raw: Uint8Array
  readonly txId: string
  /** The nonce of its sender. */
  readonly inputs: readonly TransactionInput[]
  /** Address of the key, in EIP-55 spelling. */
  readonly sender: Address
}

/**
 * Signs the transaction that flushes a batch of deposits.
 * The items are sorted and the signature is deterministic (RFC 6979), so signing the same order again after a crash gives the same bytes
 * and id, and nothing is paid twice. The key only pays gas: the deposit addresses decide the recipients.
 * Source: EIP-1559 (transaction type 2), EIP-155 (chain id).
 * @throws {RangeError} for an empty batch, more than 50 items, or an id that appears twice.
 */
export async function signFlush(order: FlushOrder): Promise<SignedFlush> {
  const account = privateKeyToAccount(toHex(order.privateKey))
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: order.chainId,
    nonce: order.nonce,
    to: order.factory,
    value: 0n,
    data: encodeFlushMany(order.items.toSorted(byId), order.token),
    gas: order.gas,
    ...order.fees,
  })
  const inputs = [{ resource: watchKey(account.address), sequence: order.nonce }]
  return { raw: hexToBytes(raw), txId: keccak256(raw), inputs, sender: account.address }
}

function byId(left: DepositTerms, right: DepositTerms): number {
  const [leftId, rightId] = [BigInt(left.id), BigInt(right.id)]
  if (leftId === rightId) return 0
  return leftId < rightId ? -1 : 1
}
