import { divideUp } from '@gateway/domain/money/rounding'
import { findScriptForm } from './script.ts'

/** Satoshis per 1 000 virtual bytes below which nodes do not relay the spending of an output (`-dustrelayfee` of Bitcoin Core). */
const DUST_RELAY_SATS = 3_000n

/** Nodes do not relay heavier transactions (`MAX_STANDARD_TX_WEIGHT` of Bitcoin Core). */
export const MAX_STANDARD_WEIGHT = 400_000

/**
 * Spending a P2WPKH output: outpoint, empty script, sequence; then witness count, signature of at most 72 bytes, public key (BIP-141,
 * BIP-143).
 */
const INPUT_WEIGHT = 4 * (36 + 1 + 4) + (1 + 1 + 72 + 1 + 33)

/** Script bytes of the largest output with an address. */
export const LARGEST_SCRIPT_BYTES = 34

/** The shape of a transaction that spends P2WPKH outputs. */
export interface TransactionShape {
  readonly inputCount: number
  /** Bytes of each output's script. */
  readonly scriptBytes: readonly number[]
}

/** Upper bound of the signed transaction's weight: it counts the longest signatures. */
export function transactionWeight({ inputCount, scriptBytes }: TransactionShape): number {
  const outputBytes = scriptBytes.reduce((sum, bytes) => sum + 8 + compactSizeBytes(bytes) + bytes, 0)
  const base = 4 + compactSizeBytes(inputCount) + compactSizeBytes(scriptBytes.length) + outputBytes + 4
  return 4 * base + 2 + inputCount * INPUT_WEIGHT
}

/** Virtual bytes that each input adds to the transaction. */
export const INPUT_VBYTES = Math.ceil(INPUT_WEIGHT / 4)

/** Virtual bytes of a weight, rounded up (BIP-141). */
export const virtualBytes = (weight: number): number => Math.ceil(weight / 4)

/** Cost of a size at a fee rate, in satoshis, rounded up so that the rate is reached. */
export const networkFee = (vsize: number, milliSatsPerVbyte: bigint): bigint => divideUp(BigInt(vsize) * milliSatsPerVbyte, 1_000n)

/** The smallest output amount, in satoshis: the cost of spending it (`GetDustThreshold` of Bitcoin Core). */
export function dustUnits(script: Uint8Array): bigint {
  const form = findScriptForm(script)?.form
  const inputBytes = form && 'witnessVersion' in form.spelling ? 67 : 148
  return (BigInt(8 + compactSizeBytes(script.length) + script.length + inputBytes) * DUST_RELAY_SATS) / 1_000n
}

function compactSizeBytes(count: number): number {
  if (count < 0xfd) return 1
  return count <= 0xffff ? 3 : 5
}
