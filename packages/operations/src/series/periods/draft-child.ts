import type { Business } from '@gateway/domain/businesses/business'
import { fiatDecimal } from '@gateway/domain/money/fiat'
import { coinTermsOf, type CoinTerms, type Series } from '@gateway/domain/series/series'
import type { ChargePlan } from '@gateway/domain/series/tick-plan'
import { escrowRail } from '../../escrows/creation/escrow-rail.ts'
import { draftEscrow, type EscrowDraft, type EscrowTerms } from '../../escrows/creation/draft-escrow.ts'
import { priceEscrow } from '../../escrows/creation/price-escrow.ts'
import type { EscrowContext } from '../../kernel/context.ts'
import { type CardChild, draftCardChild } from './draft-card-child.ts'

/** A child that is priced and not yet written. */
export type ChildDraft = { readonly plan: ChargePlan } & (
  | { readonly escrow: EscrowDraft; readonly card?: never }
  | { readonly card: CardChild; readonly escrow?: never }
)

/** What a child is made of: its series and business, what to open, and the moment of it all. */
interface Opening {
  readonly series: Series
  readonly business: Business
  readonly plan: ChargePlan
  readonly now: Date
}

/**
 * Prices the next child of a series at the current rate, and settles everything about it that needs no transaction.
 *
 * @throws {RateUnavailable} {AmountTooSmall} {AmountTooLarge} {UnsupportedBlockchain}
 * @throws {OnboardingRequired} {CardAmountTooSmall} {CardAmountTooLarge} for cards
 */
export async function draftChild(ctx: EscrowContext, opening: Opening): Promise<ChildDraft> {
  const { series, business, plan, now } = opening
  const coin = coinTermsOf(series)
  if (!coin) return { plan, card: await draftCardChild(ctx, opening) }
  const rail = escrowRail(ctx, coin.asset)
  const terms = termsOf({ ...series, ...coin }, plan)
  const parties = { depositor: series.depositorAddress, beneficiary: coin.beneficiaryAddress, arbiter: null }
  const priced = await priceEscrow(ctx, { rail, terms, spreadBps: business.spreadBps })
  // Its hours count from the moment of the plan, so that it expires at the next slot to the millisecond.
  const at = { ...ctx, clock: { now: () => now } }
  return { plan, escrow: draftEscrow(at, { business, rail, terms, parties, priced, feeBps: ctx.plans[business.plan].feeBps }) }
}

const termsOf = (series: Series & CoinTerms, { period, expiresInHours }: ChargePlan): EscrowTerms => ({
  asset: series.asset,
  fiatCurrency: series.currency,
  price: { amountFiat: fiatDecimal(series.amountMinor, series.currency) },
  beneficiaryAddress: series.beneficiaryAddress,
  expiresInHours,
  metadata: { series_id: series.id, period },
})
