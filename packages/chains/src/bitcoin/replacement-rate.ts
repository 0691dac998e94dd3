import { divideUp } from '@gateway/domain/money/rounding'
import { USUAL_RELAY_INCREMENT } from './fees.ts'
import { networkFee } from './size.ts'

/** What a signed transaction pays, in satoshis, and its own virtual bytes. */
export interface PaidFee {
  readonly feeUnits: bigint
  readonly vsize: number
}

/** What a replacement has to compete with. */
interface Competition {
  /** Virtual bytes that the replacement does not exceed. */
  readonly vsize: number
  /** Every earlier transaction with these inputs; nodes may hold any of them. */
  readonly earlier: readonly PaidFee[]
  /** Present price, in milli-satoshis per virtual byte. */
  readonly milliSatsPerVbyte: bigint
  readonly relayIncrement?: bigint
}

/**
 * The fee rate of a replacement, in milli-satoshis per virtual byte: the present price, and never less than nodes ask of a replacement.
 *
 * It pays more than everything it replaces, by at least what its own relaying costs (BIP-125 rules 3 and 4), and has a higher rate than each. The
 * latter is no matter of course: signatures differ by a byte or two, and a transaction that came out larger than the one before could pay more
 * and still offer less per byte.
 */
export function replacementRate({ vsize, earlier, milliSatsPerVbyte, relayIncrement = USUAL_RELAY_INCREMENT }: Competition): bigint {
  const highestFee = largest(earlier.map(({ feeUnits }) => feeUnits))
  const highestRate = largest(earlier.map((paid) => divideUp(paid.feeUnits * 1_000n, BigInt(paid.vsize))))
  const leastUnits = largest([highestFee + networkFee(vsize, relayIncrement), networkFee(vsize, highestRate) + 1n])
  return largest([milliSatsPerVbyte, divideUp(leastUnits * 1_000n, BigInt(vsize))])
}

const largest = (values: readonly bigint[]): bigint => values.reduce((most, value) => (value > most ? value : most), 0n)
