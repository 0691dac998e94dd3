import type { UpdateSeriesInput } from '@gateway/contract/series-inputs'
import type { Em } from '@gateway/db/orm'
import { ownSeries } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { requireChargeable } from '@gateway/domain/cards/limits'
import { InvalidState } from '@gateway/domain/kernel/error'
import { assetOf } from '@gateway/domain/money/asset'
import type { Decimal } from '@gateway/domain/money/decimal'
import { InvalidAmount } from '@gateway/domain/payments/errors'
import { RateUnavailable } from '@gateway/domain/rates/errors'
import { changeInterval } from '@gateway/domain/series/interval-change'
import { coinTermsOf, scheduleOf } from '@gateway/domain/series/series'
import type { SeriesInput } from '@gateway/domain/series/series-machine'
import { nextSlot } from '@gateway/domain/series/series-schedule'
import { endedSeries } from '@gateway/workflows/series/signals'
import { isDeepStrictEqual } from 'node:util'
import { changeOwned } from '../businesses/owned/change-owned.ts'
import { requireDestinationProof } from '../businesses/wallets/require-destination-proof.ts'
import { readBusiness } from '../businesses/read-business.ts'
import { getOwned } from '../businesses/owned/read-owned.ts'
import { escrowRail } from '../escrows/creation/escrow-rail.ts'
import { priceEscrow } from '../escrows/creation/price-escrow.ts'
import type { ApiContext } from '../kernel/context.ts'
import { minorUnitsOf } from '../rates/minor-units-of.ts'
import { advanceSeries } from './advance-series.ts'

/**
 * Pauses or resumes a series of the caller, and changes what its later children ask for; open children keep their terms. A request without a change
 * changes nothing.
 *
 * @throws {NotFound} also when it belongs to another merchant.
 * @throws {InvalidState} when it is completed or cancelled.
 * @throws {InvalidAmount} {AmountTooSmall} {AmountTooLarge} {ConcurrentUpdate}
 * @throws {InsufficientScope} {ConfirmationRequired} for another amount to a beneficiary that is no wallet of the business, as for a new wallet.
 */
export async function updateSeries(
  ctx: ApiContext,
  { actor, changes }: { actor: Actor; changes: UpdateSeriesInput },
): Promise<SeriesEntity> {
  if (changes.amount) await checkAmount(ctx, { actor, id: changes.id, amount: changes.amount })
  return changeOwned(ctx, { of: ownSeries, actor, id: changes.id }, (em, series) => {
    if (endedSeries.has(series.state)) throw new InvalidState(series.state, 'change the series')
    return apply(em, ctx, { actor, series, changes })
  })
}

/** Refuses an amount that would keep every later child from opening; without a rate nobody knows yet. */
async function checkAmount(ctx: ApiContext, { actor, id, amount }: { actor: Actor; id: string; amount: Decimal }): Promise<void> {
  const series = await getOwned(ctx, { of: ownSeries, actor, id })
  if (amountOf(series, amount) === series.amountMinor) return
  const coin = coinTermsOf(series)
  if (!coin) return requireChargeable(amountOf(series, amount), series.currency)
  const { spreadBps } = await readBusiness(ctx.orm.em.fork(), series)
  const terms = { asset: coin.asset, fiatCurrency: series.currency, price: { amountFiat: amount } }
  try {
    await priceEscrow(ctx, { rail: escrowRail(ctx, coin.asset), terms, spreadBps })
  } catch (error) {
    if (!(error instanceof RateUnavailable)) throw error
  }
}

async function apply(
  em: Em,
  ctx: ApiContext,
  { actor, series, changes }: { actor: Actor; series: SeriesEntity; changes: UpdateSeriesInput },
): Promise<readonly string[]> {
  const before = structuredClone(series)
  const business = await readBusiness(em, series)
  const asked = { timeZone: business.timeZone, now: ctx.clock.now() }
  if (changes.amount) series.amountMinor = amountOf(series, changes.amount)
  const coin = coinTermsOf(series)
  if (coin && series.amountMinor !== before.amountMinor) {
    const { chain } = assetOf(coin.asset)
    requireDestinationProof(ctx, { actor, business, chain, address: coin.beneficiaryAddress })
  }
  if (changes.interval) setInterval(series, changes.interval, asked)
  const inputs = changes.status === undefined ? [] : setStatus(series, changes.status, asked)
  if (inputs.length === 0 && isDeepStrictEqual(before, series)) return []
  return advanceSeries(em, ctx, { series, inputs })
}

/** An amount as the series counts: in whole units for coins, in the smallest unit for cards. @throws {InvalidAmount} */
function amountOf({ paymentMethod, currency }: SeriesEntity, amount: Decimal): bigint {
  if (paymentMethod === 'crypto') return minorUnitsOf(amount, currency)
  if (amount.scale > 0) throw new InvalidAmount('must be a whole number of the smallest unit')
  return amount.digits
}

interface Asked {
  readonly timeZone: string
  readonly now: Date
}

function setInterval(series: SeriesEntity, interval: SeriesEntity['interval'], { timeZone, now }: Asked): void {
  const { anchor, nextChargeAt } = changeInterval(scheduleOf(series, timeZone), { interval, now })
  Object.assign(series, { interval, anchorSlot: anchor.index, anchorLocalTime: anchor.localTime, nextChargeAt })
}

function setStatus(series: SeriesEntity, status: 'paused' | 'active', { timeZone, now }: Asked): SeriesInput[] {
  if (series.state === status) return []
  const isResumed = status === 'active'
  series.nextChargeAt = isResumed ? nextSlot(scheduleOf(series, timeZone), now).at : null
  return [isResumed ? 'resume' : 'pause']
}
