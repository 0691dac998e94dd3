import { formatUnits } from '@gateway/domain/money/decimal'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { fiatCodes } from '@gateway/domain/money/fiat'
import type { Hold } from '@gateway/domain/rates/rate-snapshot'
import type { ShownRate } from '@gateway/domain/rates/shown-rate'
import { z } from 'zod'
import { CurrencyName } from '../wire/money.ts'
import { wireInput } from '../wire/names.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

/** In which currency to show the rates. */
export const PortalRatesInput = wireInput(z.object({ currency: CurrencyName.prefault('USD') }))

/** How a source does: it answers, it failed lately, or it rests after several failures. */
const sourceHealths = ['healthy', 'failing', 'resting'] as const

/** A source of prices as merchants see it. */
export interface ShownSource {
  readonly name: string
  readonly health: (typeof sourceHealths)[number]
  readonly isUsed: boolean
  readonly answeredAt: Date | null
  readonly askedAt: Date
  readonly sameSince: Date | null
  readonly restsUntil: Date | null
  readonly failures: number
  readonly problem: string | null
}

/** The rates of a moment and their sources. */
export interface RateBoard {
  readonly at: Date
  readonly currency: FiatCode
  readonly sources: readonly ShownSource[]
  readonly rates: readonly (ShownRate & { readonly hold: Hold | undefined })[]
  readonly unavailable: readonly string[]
}

const Age = z.int().nullable().meta({ description: 'Seconds; null where there is none.', example: 4 })

/** The rates and the health of their sources. */
export const PortalRatesView = z.object({
  currency: z.enum(fiatCodes),
  sources: z.array(
    z.object({
      name: z.string(),
      health: z.enum(sourceHealths),
      used: z.boolean().meta({ description: 'One of the shown rates was made with it.', example: true }),
      asked_at: Time,
      answered_at: Time.nullable(),
      age_seconds: Age,
      unchanged_since: Time.nullable(),
      rests_until: Time.nullable(),
      failures: z.int(),
      problem: z.string().nullable(),
    }),
  ),
  rates: z.array(
    z.object({
      coin: z.string(),
      price: z.string(),
      as_of: Time,
      age_seconds: Age,
      stale: z.boolean(),
      sources: z.array(z.string()),
      held: z
        .object({ price: z.string(), needs: z.enum(['agreement', 'operator']), since: Time })
        .nullable()
        .meta({ description: 'A newer price that is too far from the last one to count yet; null without one.' }),
    }),
  ),
  unavailable: z.array(z.string()),
})

/** The rates of a moment and the health of their sources. */
export const presentRateBoard = ({ at, currency, sources, rates, unavailable }: RateBoard): z.output<typeof PortalRatesView> => ({
  currency,
  sources: sources.map((source) => ({
    name: source.name,
    health: source.health,
    used: source.isUsed,
    asked_at: presentTime(source.askedAt),
    answered_at: presentTimeOrNull(source.answeredAt),
    age_seconds: secondsSince(source.answeredAt, at),
    unchanged_since: presentTimeOrNull(source.sameSince),
    rests_until: presentTimeOrNull(source.restsUntil),
    failures: source.failures,
    problem: source.problem,
  })),
  rates: rates.map(({ symbol, rate, asOf, isStale, sources: names, hold }) => ({
    coin: symbol,
    price: formatUnits(rate.digits, rate.scale),
    as_of: presentTime(asOf),
    age_seconds: secondsSince(asOf, at),
    stale: isStale,
    sources: [...names],
    held: hold ? { price: hold.price, needs: hold.needs, since: hold.since } : null,
  })),
  unavailable: [...unavailable],
})

const secondsSince = (moment: Date | null, now: Date): number | null =>
  moment && Math.max(0, Math.round((now.getTime() - moment.getTime()) / 1_000))
