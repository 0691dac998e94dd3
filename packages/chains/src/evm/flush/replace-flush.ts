import { type Address, bytesToHex, hexToBytes, keccak256, parseTransaction, recoverTransactionAddress, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { watchKey } from '../address.ts'
import type { GasPrice } from '../fees/cap-fees.ts'
import { type DepositTerms, decodeFlushMany, encodeFlushMany } from './deposit-factory.ts'
import type { SignedFlush } from './sign-flush.ts'

/** An unmined transaction of the gateway, with the context of its replacement. */
export interface FlushReplacement {
  readonly raw: Uint8Array
  readonly chainId: number
  readonly factory: Address
  readonly privateKey: Uint8Array
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
  sign(fees: GasPrice, only: readonly DepositTerms[]): Promise<SignedFlush>
}

/**
 * Opens stored bytes for a replacement: same nonce, same gas limit, and no other items.
 * The bytes need no trust: undefined unless the gas payer's own signature covers them and they flush deposits of the factory on this chain.
 */
export async function openOwnFlush({ raw, chainId, factory, privateKey }: FlushReplacement): Promise<OwnFlush | undefined> {
  const account = privateKeyToAccount(toHex(privateKey))
  const stored = readStored(raw)
  if (!stored || (await signerOf(stored.bytes)) !== account.address) return undefined
  const { nonce = 0, data = '0x', gas, to, ...terms } = stored.transaction
  if (terms.chainId !== chainId || to?.toLowerCase() !== factory.toLowerCase() || gas === undefined) return undefined
  const batch = decodeFlushMany(data)
  if (!batch) return undefined
  const sign = async (fees: GasPrice, only: readonly DepositTerms[]): Promise<SignedFlush> => {
    const call = { to: factory, value: 0n, data: encodeFlushMany(only, batch.token) }
    const signed = await account.signTransaction({ type: 'eip1559', chainId, nonce, gas, ...call, ...fees })
    const inputs = [{ resource: watchKey(account.address), sequence: nonce }]
    return { raw: hexToBytes(signed), txId: keccak256(signed), inputs, sender: account.address }
  }
  return { fees: pricesOf(terms), items: batch.items, sign }
}

type ParsedPrices = { readonly [Field in keyof GasPrice]?: bigint | undefined }

/** A parsed transaction omits fields of zero. */
const pricesOf = ({ maxFeePerGas = 0n, maxPriorityFeePerGas = 0n }: ParsedPrices): GasPrice => ({ maxFeePerGas, maxPriorityFeePerGas })

type StoredBytes = `0x02${string}`

/** Transactions of type 2 (EIP-1559), the only signed type. */
function readStored(raw: Uint8Array): { bytes: StoredBytes; transaction: ReturnType<typeof parseTransaction<StoredBytes>> } | undefined {
  const bytes = bytesToHex(raw)
  if (!isTypeTwo(bytes)) return undefined
  try {
    return { bytes, transaction: parseTransaction(bytes) }
  } catch {
    return undefined // The coder reports invalid bytes only by throwing.
  }
}

const isTypeTwo = (bytes: string): bytes is StoredBytes => bytes.startsWith('0x02')

/** Unsigned bytes are recognised only by the error. */
const signerOf = (serializedTransaction: StoredBytes): Promise<Address | undefined> =>
  recoverTransactionAddress({ serializedTransaction }).catch(() => undefined)
