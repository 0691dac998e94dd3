/** An exact decimal number: `digits / 10^scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const PLAIN = /^(\d+)(?:\.(\d+))?$/
const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/
const LONGEST_TEXT = 400

/** Reads `12.50`: ASCII digits with at most one point. Undefined for everything else, exponents and signs included. */
export function findPlainDecimal(text: string): Decimal | undefined {
  const match = text.length <= LONGEST_TEXT ? PLAIN.exec(text) : null
  if (!match) return undefined
  const fraction = match[2] ?? ''
  return { digits: BigInt(`${match[1]}${fraction}`), scale: fraction.length }
}

/** Reads the source text of a JSON number, exponent and sign included (RFC 8259 §6), without going through a binary float. */
export function findJsonDecimal(source: string): Decimal | undefined {
  const match = source.length <= LONGEST_TEXT ? JSON_NUMBER.exec(source) : null
  if (!match) return undefined
  const [, sign, whole, fraction = '', exponent = '0'] = match
  const digits = BigInt(`${sign}${whole}${fraction}`)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** Base units of a decimal text. Undefined when the text is no plain decimal or has more digits after the point than the unit. */
export function findUnits(text: string, decimals: number): bigint | undefined {
  const value = findPlainDecimal(text)
  if (!value || value.scale > decimals) return undefined
  return value.digits * 10n ** BigInt(decimals - value.scale)
}

/** Prints base units as the shortest plain decimal: no exponent, no trailing zeros. */
export function formatUnits(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const text = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = text.slice(0, text.length - decimals)
  const fraction = text.slice(text.length - decimals).replace(/0+$/, '')
  return `${sign}${whole}${fraction && `.${fraction}`}`
}

/** The JSON number closest to an exact decimal; only for values that are shown, never for values that are computed with. */
export const toNumber = (value: Decimal): number => Number(formatUnits(value.digits, value.scale))
