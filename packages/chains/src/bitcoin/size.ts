import { divideUp } from '@gateway/domain/money/rounding'
import type { ChainFormat } from './formats/format.ts'
import { findScriptForm, scriptForms } from './script.ts'

/** Satoshis per 1 000 virtual bytes below which nodes do not relay the spending of an output (`-dustrelayfee` of Bitcoin Core). */
const DUST_RELAY_SATS = 3_000n

/** Nodes do not relay heavier transactions (`MAX_STANDARD_TX_WEIGHT` of Bitcoin Core; the same 100 000 bytes in Bitcoin Cash Node). */
export const MAX_STANDARD_WEIGHT = 400_000

/** The shape of a transaction that spends deposits. */
export interface TransactionShape {
  readonly inputCount: number
  /** Bytes of each output's script. */
  readonly scriptBytes: readonly number[]
}

/** Upper bound of the signed transaction's weight: it counts the longest signatures. */
export function transactionWeight({ inputWeight, markerWeight }: ChainFormat, { inputCount, scriptBytes }: TransactionShape): number {
  const outputBytes = scriptBytes.reduce((sum, bytes) => sum + 8 + compactSizeBytes(bytes) + bytes, 0)
  const base = 4 + compactSizeBytes(inputCount) + compactSizeBytes(scriptBytes.length) + outputBytes + 4
  return 4 * base + markerWeight + inputCount * inputWeight
}

/** Virtual bytes of a weight, rounded up (BIP-141); plain bytes where there are no witnesses. */
export const virtualBytes = (weight: number): number => Math.ceil(weight / 4)

/** Cost of a size at a fee rate, in satoshis, rounded up so that the rate is reached. */
export const networkFee = (vsize: number, milliSatsPerVbyte: bigint): bigint => divideUp(BigInt(vsize) * milliSatsPerVbyte, 1_000n)

/** The smallest output amount, in satoshis: the cost of spending it (`GetDustThreshold` of Bitcoin Core and of Bitcoin Cash Node). */
export function dustUnits(script: Uint8Array): bigint {
  const form = findScriptForm(script, scriptForms)?.form
  const inputBytes = form && 'witnessVersion' in form.spelling ? 67 : 148
  return (BigInt(8 + compactSizeBytes(script.length) + script.length + inputBytes) * DUST_RELAY_SATS) / 1_000n
}

/** Bytes of a count in Bitcoin's encoding: one, or a mark and two or four. */
export function compactSizeBytes(count: number): number {
  if (count < 0xfd) return 1
  return count <= 0xffff ? 3 : 5
}
