import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { RawOldTx, RawTx } from '@scure/btc-signer/script.js'
import type { CoderType } from 'micro-packed'
import type { BitcoinNetwork } from '../definitions/bitcoin.ts'
import type { Bind, Transfer } from '../rail.ts'
import { findScriptAddress } from './address.ts'
import { virtualBytes } from './size.ts'

/** A transaction as it travels (BIP-144), with amounts in satoshis and hashes in the order they are displayed. */
export interface RawTransaction {
  version: number
  segwitFlag?: boolean | undefined
  inputs: { txid: Uint8Array; index: number; finalScriptSig: Uint8Array; sequence: number }[]
  outputs: { amount: bigint; script: Uint8Array }[]
  witnesses?: Uint8Array[][] | undefined
  lockTime: number
}

/** The transaction coder, with the types that its library loses on the way into a declaration file. */
export const RawTransaction: CoderType<RawTransaction> = RawTx

/** What a transaction does to the chain: the money it brings and the outpoints it consumes. */
export interface TransactionEffects {
  readonly transfers: readonly Transfer[]
  readonly binds: readonly Bind[]
}

/** Double SHA-256, the one hash of the protocol, in the byte order of the wire. */
export const hash256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))

/** Hashes are shown with their bytes reversed. */
export const displayHash = (hash: Uint8Array): string => hex.encode(Uint8Array.from(hash).reverse())

/** Hash of the form without witnesses, in wire order: whoever signs cannot change it by signing again (BIP-141). */
export const transactionHash = (transaction: RawTransaction): Uint8Array => hash256(RawOldTx.encode(transaction))

/** The id of raw transaction bytes; undefined when they are no transaction. */
export function findTransactionId(raw: Uint8Array): string | undefined {
  try {
    return displayHash(transactionHash(RawTransaction.decode(raw)))
  } catch {
    // The coder says that bytes do not fit only by throwing.
    return undefined
  }
}

/** Virtual bytes of raw transaction bytes (BIP-141). @throws {Error} when they are no transaction. */
export const virtualSize = (raw: Uint8Array): number => virtualBytes(RawOldTx.encode(RawTransaction.decode(raw)).length * 3 + raw.length)

/** A block's reward can be spent by the block that gives it its hundredth confirmation (`COINBASE_MATURITY` of Bitcoin Core). */
export const COINBASE_MATURITY = 100

/** Every output with an address and an amount, and every outpoint spent; a block's reward spends none. */
export function readEffects(network: BitcoinNetwork, txId: string, transaction: RawTransaction): TransactionEffects {
  const isReward = isCoinbase(transaction)
  const waits = isReward ? { leastConfirmations: COINBASE_MATURITY } : {}
  return {
    transfers: transaction.outputs.flatMap(({ amount, script }, vout) => {
      const to = amount > 0n ? findScriptAddress(network, script) : undefined
      return to === undefined ? [] : [{ ref: outpoint(txId, vout), txId, to, asset: 'BTC' as const, token: null, units: amount, ...waits }]
    }),
    binds: isReward ? [] : transaction.inputs.map(({ txid, index }) => ({ bind: outpoint(hex.encode(txid), index), txId })),
  }
}

/** True for the transaction that creates a block's reward: it spends the outpoint of zeros. */
export const isCoinbase = ({ inputs }: RawTransaction): boolean =>
  inputs.length === 1 && inputs[0]?.txid.every((byte) => byte === 0) === true

/** An output's name: `txid:vout`. */
export const outpoint = (txId: string, vout: number): string => `${txId}:${vout}`
