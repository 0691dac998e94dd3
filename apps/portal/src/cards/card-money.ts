import { processorDecimals } from '@gateway/domain/money/processor-decimals'
import { findPlainDecimal, formatUnits } from '@gateway/domain/money/decimal'
import { findMinorUnits, type FiatCode, isFiatCode } from '@gateway/domain/money/fiat'
import { formatFiat } from '../ui/money.ts'
import { withPoint } from '../ui/form/decimal-comma.ts'

/** An amount in the smallest unit of a currency: "$25.00" for 2500 and `usd`, "¥500" for 500 and `jpy`. */
export function formatMinor(minor: number | bigint, currency: string): string {
  const code = currency.toUpperCase()
  const digits = processorDecimals(code)
  return formatFiat(formatUnits(BigInt(minor), digits), code, digits)
}

/** A typed amount in the smallest unit of a currency; undefined when it is no amount of it. */
export function readMinor(typed: string, currency: string): number | undefined {
  const code = currency.toUpperCase()
  const decimal = findPlainDecimal(withPoint(typed.trim()))
  const minor = decimal && isFiatCode(code) ? findMinorUnits(decimal, code satisfies FiatCode) : undefined
  return minor === undefined || minor <= 0n ? undefined : Number(minor)
}
