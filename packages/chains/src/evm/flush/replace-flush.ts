import { type Address, bytesToHex, hexToBytes, keccak256, parseTransaction, recoverTransactionAddress, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { watchKey } from '../address.ts'
import type { GasPrice } from '../fees/cap-fees.ts'
import { type DepositTerms, decodeFlushMany, encodeFlushMany } from './deposit-factory.ts'
import type { SignedFlush } from './sign-flush.ts'

/** A transaction of ours that nobody has mined, and what may replace it. */
export interface FlushReplacement {
  readonly raw: Uint8Array
  readonly chainId: number
  readonly factory: Address
  readonly privateKey: Uint8Array
}

/** A transaction whose own signature proves that it is ours. */
export interface OwnFlush {
  readonly fees: GasPrice
  /** The deposits that it pays out, in their order. */
  readonly items: readonly DepositTerms[]
  /**
   * Signs it again, the same in everything but its price and what need not be paid any more.
   *
   * @param only - one of the items or more, in their order.
   */
  sign(fees: GasPrice, only: readonly DepositTerms[]): Promise<SignedFlush>
}

/**
 * Opens stored bytes for a replacement: same nonce, same gas limit, and nothing paid out that they do not pay out.
 *
 * The bytes need no trust: undefined unless the relayer's own signature covers them and they have the factory flush deposits on this chain.
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
    return { raw: hexToBytes(signed), txId: keccak256(signed), binds: [`${watchKey(account.address)}:${nonce}`], sender: account.address }
  }
  return { fees: pricesOf(terms), items: batch.items, sign }
}

type ParsedPrices = { readonly [Field in keyof GasPrice]?: bigint | undefined }

/** A field of zero is left out of a parsed transaction. */
const pricesOf = ({ maxFeePerGas = 0n, maxPriorityFeePerGas = 0n }: ParsedPrices): GasPrice => ({ maxFeePerGas, maxPriorityFeePerGas })

type StoredBytes = `0x02${string}`

/** Transactions of type 2 (EIP-1559), the only ones that are ever signed here. */
function readStored(raw: Uint8Array): { bytes: StoredBytes; transaction: ReturnType<typeof parseTransaction<StoredBytes>> } | undefined {
  const bytes = bytesToHex(raw)
  if (!isTypeTwo(bytes)) return undefined
  try {
    return { bytes, transaction: parseTransaction(bytes) }
  } catch {
    return undefined // The coder says that bytes do not fit only by throwing.
  }
}

const isTypeTwo = (bytes: string): bytes is StoredBytes => bytes.startsWith('0x02')

/** Bytes that nobody has signed are told apart only by the error. */
const signerOf = (serializedTransaction: StoredBytes): Promise<Address | undefined> =>
  recoverTransactionAddress({ serializedTransaction }).catch(() => undefined)
