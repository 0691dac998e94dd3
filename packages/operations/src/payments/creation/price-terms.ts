import type { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import type { Rail } from '@gateway/chains/rail'
import { recallFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import type { Business } from '@gateway/domain/businesses/business'
import { type Asset, assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { convertUnits, dueUnits, usdCents, usdCentsOfFiat } from '@gateway/domain/money/rate'
import { AmountTooLarge, AmountTooSmall } from '@gateway/domain/payments/errors'
import type { ConfirmationPolicy } from '@gateway/domain/payments/payment-rules'
import { minimumUnits, requiredConfirmations, toleranceUnits } from '@gateway/domain/payments/rules'
import type { Quote } from '@gateway/domain/rates/quote'
import type { ApiContext, EscrowContext } from '../../kernel/context.ts'
import { minorUnitsOf } from '../../rates/minor-units-of.ts'
import { quotePrice } from '../../rates/quote-price.ts'

/** The terms of a new payment that follow from its price; frozen with it. */
export interface PricedTerms {
  readonly quote: Quote
  readonly fiatMinor: bigint
  readonly usdCents: bigint
  readonly dueUnits: bigint
  readonly toleranceUnits: bigint
  /** The rules that price and assess it. */
  readonly rulesId: string
  readonly feeBps: number
  readonly policy: ConfirmationPolicy
}

/**
 * Prices a payment: amount due, tolerance, fee and confirmations.
 *
 * @throws {InvalidAmount} finer than the currency; {AmountTooLarge} above the ceiling; {AmountTooSmall} below the minimum for forwarding.
 */
export async function priceTerms(
  ctx: ApiContext,
  input: { business: Business; rail: Rail; terms: CreatePaymentInput },
): Promise<PricedTerms> {
  const { business, rail, terms } = input
  const { id: rulesId, rules } = ctx.paymentRules
  const asset = assetOf(terms.asset)
  const fiatMinor = minorUnitsOf(terms.amount, terms.currency)
  const quote = await quotePrice(ctx, { asset: asset.code, currency: terms.currency, spreadBps: business.spreadBps })
  const worth = usdCentsOfFiat(fiatMinor, terms.currency, quote)
  if (worth > rules.ceilingUsdCents) throw new AmountTooLarge(formatUnits(rules.ceilingUsdCents, 2))
  const due = dueUnits({ asset, currency: terms.currency, minorUnits: fiatMinor, rate: quote.rate, spreadBps: business.spreadBps })
  await refuseTooSmall(ctx, { rail, asset, due })
  return {
    quote,
    fiatMinor,
    usdCents: worth,
    dueUnits: due,
    toleranceUnits: toleranceUnits(rules, { asset, units: due, toleranceBps: business.toleranceBps }),
    rulesId,
    feeBps: ctx.plans[business.plan].feeBps,
    policy: requiredConfirmations({ rules, chain: rail.chain, usdCents: usdCents(due, asset, quote.usdRate) }),
  }
}

/** Refuses an amount that is not worth its payout. @throws {AmountTooSmall} */
export async function refuseTooSmall(ctx: EscrowContext, { rail, asset, due }: { rail: Rail; asset: Asset; due: bigint }): Promise<void> {
  const known = await recallFeeEstimates(ctx, rail.chain)
  const cost = known ? await costIn(ctx, asset, rail.forwardCost(known.fees, { asset: asset.code, deposits: 1 }).units) : 0n
  const minimum = minimumUnits(ctx.paymentRules.rules, asset.code, cost)
  if (due >= minimum) return
  throw new AmountTooSmall({
    minimum: formatUnits(minimum, asset.decimals),
    amount: formatUnits(due, asset.decimals),
    blockchain: asset.code,
  })
}

/** An amount of the chain's native coin in units of the asset, rounded up. */
async function costIn(ctx: EscrowContext, asset: Asset, nativeUnits: bigint): Promise<bigint> {
  const native: AssetCode = asset.chain
  if (native === asset.code) return nativeUnits
  const [coin, token] = await Promise.all(
    [native, asset.code].map((code) => quotePrice(ctx, { asset: code, currency: 'USD', spreadBps: 0 })),
  )
  if (!coin || !token) return 0n
  return convertUnits(nativeUnits, { asset: assetOf(native), usdRate: coin.usdRate }, { asset, usdRate: token.usdRate })
}
