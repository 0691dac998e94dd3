import { divideUp } from '@gateway/domain/money/rounding'
import { LEAST_RELAY_INCREMENT } from './fees.ts'
import { networkFee } from './size.ts'

/** The fee of a signed transaction in satoshis, and its virtual bytes. */
export interface PaidFee {
  readonly feeUnits: bigint
  readonly vsize: number
}

/** The transactions a replacement competes with. */
interface Competition {
  /** Upper bound of the replacement's virtual bytes. */
  readonly vsize: number
  /** Every earlier transaction with these inputs; nodes may have any of them. */
  readonly earlier: readonly PaidFee[]
  /** Current price, in milli-satoshis per virtual byte. */
  readonly milliSatsPerVbyte: bigint
  readonly relayIncrement?: bigint
}

/**
 * The fee rate of a replacement, in milli-satoshis per virtual byte: the current price, but at least the minimum of a replacement.
 * It pays more than everything it replaces by at least its own relay cost (BIP-125 rules 3 and 4), at a higher rate than each: signatures
 * differ by a byte or two, so a larger transaction could pay more and still offer less per byte.
 */
export function replacementRate({ vsize, earlier, milliSatsPerVbyte, relayIncrement = LEAST_RELAY_INCREMENT }: Competition): bigint {
  const highestFee = largest(earlier.map(({ feeUnits }) => feeUnits))
  const highestRate = largest(earlier.map((paid) => divideUp(paid.feeUnits * 1_000n, BigInt(paid.vsize))))
  const leastUnits = largest([highestFee + networkFee(vsize, relayIncrement), networkFee(vsize, highestRate) + 1n])
  return largest([milliSatsPerVbyte, divideUp(leastUnits * 1_000n, BigInt(vsize))])
}

const largest = (values: readonly bigint[]): bigint => values.reduce((most, value) => (value > most ? value : most), 0n)
