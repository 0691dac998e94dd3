import type { TransactionInput } from '@gateway/domain/chainwatch/transaction-input'
import { type Address, bytesToHex, type Hex, hexToBytes, keccak256, parseTransaction, recoverTransactionAddress, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { watchKey } from '../address.ts'
import type { GasPrice } from '../fees/cap-fees.ts'

/** A call that the gas payer sends; equal values give equal bytes. */
export interface GasPayerCall {
  readonly chainId: number
  readonly to: Address
  readonly data: Hex
  /** The sender's nonce. */
  readonly nonce: number
  readonly fees: GasPrice
  /** Gas limit. */
  readonly gas: bigint
  /** 32 bytes of the gas payer's key. */
  readonly privateKey: Uint8Array
}

/** A signed call that was not broadcast yet. */
export interface SignedCall {
  readonly raw: Uint8Array
  readonly txId: string
  /** The nonce of its sender. */
  readonly inputs: readonly TransactionInput[]
  /** Address of the key, in EIP-55 spelling. */
  readonly sender: Address
}

/**
 * Signs a call of the gas payer.
 * The signature is deterministic (RFC 6979), so signing the same call again after a crash gives the same bytes and id.
 * Source: EIP-1559 (transaction type 2), EIP-155 (chain id).
 */
export async function signCall({ privateKey, fees, ...call }: GasPayerCall): Promise<SignedCall> {
  const account = privateKeyToAccount(toHex(privateKey))
  const raw = await account.signTransaction({ type: 'eip1559', value: 0n, ...call, ...fees })
  const inputs = [{ resource: watchKey(account.address), sequence: call.nonce }]
  return { raw: hexToBytes(raw), txId: keccak256(raw), inputs, sender: account.address }
}

/** Stored bytes, with what they must be to count as the gateway's own. */
export interface StoredCall {
  readonly raw: Uint8Array
  readonly chainId: number
  readonly to: Address
  readonly privateKey: Uint8Array
}

/** A call whose signature proves that it is the gateway's own. */
export interface OwnCall {
  readonly fees: GasPrice
  readonly data: Hex
  /** Signs it again with the same nonce and gas limit. */
  sign(fees: GasPrice, data: Hex): Promise<SignedCall>
}

/** Opens stored bytes, which need no trust: undefined unless the gas payer's own signature covers them and they call this contract on this chain. */
export async function openOwnCall({ raw, chainId, to, privateKey }: StoredCall): Promise<OwnCall | undefined> {
  const account = privateKeyToAccount(toHex(privateKey))
  const stored = readStored(raw)
  if (!stored || (await signerOf(stored.bytes)) !== account.address) return undefined
  const { nonce = 0, data = '0x', gas, to: called, ...terms } = stored.transaction
  if (terms.chainId !== chainId || called?.toLowerCase() !== to.toLowerCase() || gas === undefined) return undefined
  return {
    fees: pricesOf(terms),
    data,
    sign: (fees, again) => signCall({ chainId, to, data: again, nonce, fees, gas, privateKey }),
  }
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
