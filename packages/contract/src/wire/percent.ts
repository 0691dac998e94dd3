import { type Decimal, findJsonDecimal, findPlainDecimal } from '@gateway/domain/money/decimal'
import type { Bps } from '@gateway/domain/money/rounding'
import { findInexactSource } from './json.ts'
import { type Read, type ScalarMeta, scalar } from './scalar.ts'

const BPS_PER_PERCENT = 100
const DECIMALS = 2

/** A percentage from 0 to `most` with at most two decimals, read as basis points. */
export const percent = (most: number, meta: ScalarMeta) =>
  scalar<number | string, Bps>((raw) => readPercent(raw, most), { type: ['number', 'string'], minimum: 0, maximum: most, ...meta })

/** Basis points as a percentage. */
export const presentPercent = (bps: Bps): number => bps / BPS_PER_PERCENT

function readPercent(raw: unknown, most: number): Read<Bps> {
  const value = findNumber(raw)
  const bps = value && exactBps(value)
  if (bps !== undefined && bps >= 0 && bps <= most * BPS_PER_PERCENT) return { value: bps }
  return { problem: `must be a number from 0 to ${most} with at most ${DECIMALS} decimals` }
}

function exactBps({ digits, scale }: Decimal): Bps | undefined {
  const unit = 10n ** BigInt(scale)
  const scaled = digits * BigInt(BPS_PER_PERCENT)
  return scaled % unit === 0n ? Number(scaled / unit) : undefined
}

function findNumber(raw: unknown): Decimal | undefined {
  if (typeof raw === 'string') return findPlainDecimal(raw)
  const source = typeof raw === 'number' ? String(raw) : findInexactSource(raw)
  return source === undefined ? undefined : findJsonDecimal(source)
}
