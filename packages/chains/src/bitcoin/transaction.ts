import type { SpentInput } from '@gateway/domain/chainwatch/transaction-input'
import { RawOldTx, RawTx } from '@scure/btc-signer/script.js'
import type { CoderType } from 'micro-packed'
import type { BitcoinNetwork } from '../definitions/bitcoin.ts'
import type { Transfer } from '../rail/transfer.ts'
import { findScriptAddress } from './address.ts'
import { formatOf } from './formats/format-of.ts'
import { sha256 } from './formats/sha256.ts'
import { compactSizeBytes, virtualBytes } from './size.ts'

/** A transaction in wire form (BIP-144), with amounts in satoshis and hashes in display order. */
export interface RawTransaction {
  version: number
  segwitFlag?: boolean | undefined
  inputs: { txid: Uint8Array; index: number; finalScriptSig: Uint8Array; sequence: number }[]
  outputs: { amount: bigint; script: Uint8Array }[]
  witnesses?: Uint8Array[][] | undefined
  lockTime: number
}

/** The transaction coder, with the types that its library loses in its declaration file. */
export const RawTransaction: CoderType<RawTransaction> = RawTx

/** The effects of a transaction: transfers it makes and outpoints it spends. */
export interface TransactionEffects {
  readonly transfers: readonly Transfer[]
  readonly inputs: readonly SpentInput[]
}

/** Double SHA-256, the only hash of the protocol, in wire byte order. */
export const hash256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))

/** Hashes are displayed with reversed bytes. */
export const displayHash = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex')

/** Hash without witnesses, in wire order: signing again cannot change it (BIP-141). */
export const transactionHash = (transaction: RawTransaction): Uint8Array => hash256(RawOldTx.encode(transaction))

/** Version and lock time, four bytes each; marker and flag of a transaction with witnesses, one byte each (BIP-144). */
const [FOUR, MARKED] = [4, 6]

/** The same hash by the bytes that a transaction was read from, which are not written anew. */
export function hashOfBytes(raw: Uint8Array, transaction: RawTransaction): Uint8Array {
  if (!transaction.segwitFlag) return hash256(raw)
  const places = raw.subarray(MARKED, MARKED + placesBytes(transaction))
  return hash256(Buffer.concat([raw.subarray(0, FOUR), places, raw.subarray(-FOUR)]))
}

/** Bytes of inputs and outputs with their counts: beside its script, an input has an outpoint of 36 and a sequence of 4, an output an amount of 8. */
const placesBytes = ({ inputs, outputs }: RawTransaction): number =>
  compactSizeBytes(inputs.length) +
  inputs.reduce((sum, { finalScriptSig: { length } }) => sum + 40 + compactSizeBytes(length) + length, 0) +
  compactSizeBytes(outputs.length) +
  outputs.reduce((sum, { script: { length } }) => sum + 8 + compactSizeBytes(length) + length, 0)

/** The id of raw transaction bytes; undefined when they are no transaction. */
export function findTransactionId(raw: Uint8Array): string | undefined {
  try {
    return displayHash(transactionHash(RawTransaction.decode(raw)))
  } catch {
    // The coder reports invalid bytes only by throwing.
    return undefined
  }
}

/** Virtual bytes of raw transaction bytes (BIP-141). @throws {Error} when they are no transaction. */
export const virtualSize = (raw: Uint8Array): number => virtualBytes(RawOldTx.encode(RawTransaction.decode(raw)).length * 3 + raw.length)

/** A reward can be spent from its hundredth confirmation on (`COINBASE_MATURITY` of Bitcoin Core). */
export const COINBASE_MATURITY = 100

/** Every output with an address and an amount, and every spent outpoint; a coinbase spends none. */
export function readEffects(network: BitcoinNetwork, txId: string, transaction: RawTransaction): TransactionEffects {
  const isReward = isCoinbase(transaction)
  const waits = isReward ? { leastConfirmations: COINBASE_MATURITY } : {}
  return {
    transfers: transaction.outputs.flatMap((output, vout) => {
      const found = findTransfer(network, output)
      return found ? [{ ref: outpoint(txId, vout), txId, vout, ...found, ...waits }] : []
    }),
    inputs: isReward
      ? []
      : transaction.inputs.map(({ txid, index }) => ({ resource: Buffer.from(txid).toString('hex'), sequence: index, txId })),
  }
}

/** What an output transfers. Its coins are no deposit where it holds tokens: spending it would destroy those. */
function findTransfer(
  network: BitcoinNetwork,
  { amount, script }: RawTransaction['outputs'][number],
): Pick<Transfer, 'to' | 'asset' | 'token' | 'units'> | undefined {
  const tokens = formatOf(network).findTokens?.(network, script)
  if (tokens) return { ...tokens, asset: null }
  const to = amount > 0n ? findScriptAddress(network, script) : undefined
  return to === undefined ? undefined : { to, asset: network.chain, token: null, units: amount }
}

/** True for the coinbase, which creates the block reward: it spends the outpoint of zeros. */
export const isCoinbase = ({ inputs }: RawTransaction): boolean =>
  inputs.length === 1 && inputs[0]?.txid.every((byte) => byte === 0) === true

/** An output's name: `txid:vout`. */
export const outpoint = (txId: string, vout: number): string => `${txId}:${vout}`
