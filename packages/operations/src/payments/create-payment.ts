import type { CreatePaymentInput } from '@gateway/contract/payments'
import { presentPaymentChange } from '@gateway/contract/payments'
import type { Rail } from '@gateway/chains/rail'
import { findRail } from '@gateway/chains/registry'
import type { Insert } from '@gateway/db/kernel/insert-together'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import type { Usage } from '@gateway/domain/businesses/plan'
import { AddressUnavailable, InvalidAddress } from '@gateway/domain/custody/errors'
import { walletFor } from '@gateway/domain/businesses/business'
import { paymentMachine } from '@gateway/domain/payments/machine'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import { UnsupportedBlockchain, WalletNotConfigured } from '@gateway/domain/payments/errors'
import { resolveBusiness } from '../businesses/resolve-business.ts'
import { countUsage } from '../businesses/count-usage.ts'
import { type ApiContext, servedAssets } from '../context.ts'
import { allocateAddress } from '../custody/allocate-address.ts'
import { quoteRow } from '../rates/quote-price.ts'
import { transaction } from '../transaction.ts'
import { type Announcement, announceChange } from '../announce.ts'
import { factsOf } from './payment-facts.ts'
import { startPayment } from './payment-messages.ts'
import { type PricedTerms, priceTerms } from './price-terms.ts'

/** A payment that exists now, and what it counted against. */
export interface CreatedPayment {
  readonly facts: PaymentFacts
  readonly usage: Usage
}

/**
 * Creates a payment with an address of its own and announces `payment.created`.
 *
 * One transaction: usage, quote, address with its frozen recipients, payment, event, deliveries and the message that starts its workflow.
 * No node and no Temporal is asked, so creation works while they are down. A failed creation consumes no quota.
 *
 * @throws {UnsupportedBlockchain} {WalletNotConfigured} {AmountTooSmall} {AmountTooLarge} {UsageLimitExceeded} {RateUnavailable} {AddressUnavailable}
 */
export async function createPayment(
  ctx: ApiContext,
  { actor, terms }: { actor: Actor; terms: CreatePaymentInput },
): Promise<CreatedPayment> {
  const business = await resolveBusiness(ctx, { actor, businessId: terms.businessId })
  const rail = findRail(ctx.rails, terms.asset)
  if (!rail) throw new UnsupportedBlockchain(terms.asset, servedAssets(ctx.rails))
  const wallet = chosenWallet(business, { rail, terms })
  const priced = await priceTerms(ctx, { business, rail, terms })
  const { created, outboxIds } = await transaction(ctx, async (em) => {
    const { payment, rows } = await preparePayment(em, ctx, { business, rail, wallet, terms, priced })
    const facts = factsOf(ctx, { payment, quote: priced.quote, view: { height: 0, finalizedHeight: undefined } })
    const outboxIds = await announceChange(em, ctx, { announcements: [announcementOf(facts)], rows, messages: [startPayment(payment)] })
    // The last statement, because all creations of a business wait for each other from here to the commit.
    const usage = await countUsage(em, ctx, business)
    await ctx.failpoint('S0a')
    return { created: { facts, usage }, outboxIds }
  })
  await ctx.failpoint('S1')
  ctx.tryNow(outboxIds)
  return created
}

/** The registered wallet; a caller may name it, but nothing else. */
function chosenWallet(business: Business, { rail, terms }: { rail: Rail; terms: CreatePaymentInput }): string {
  const wallet = walletFor(business.wallets, { code: terms.asset, chain: rail.chain })
  if (wallet === undefined) throw new WalletNotConfigured(terms.asset)
  const named = terms.merchantWalletAddress
  if (named === undefined) return wallet
  const parsed = rail.parseAddress(named)
  if ('problem' in parsed) throw new InvalidAddress('merchant_wallet_address', parsed.problem)
  if (parsed.address !== wallet) throw new InvalidAddress('merchant_wallet_address', 'is not the wallet registered for this chain')
  return wallet
}

interface NewPayment {
  readonly business: Business
  readonly rail: Rail
  readonly wallet: string
  readonly terms: CreatePaymentInput
  readonly priced: PricedTerms
}

/** The payment with its address, and every row it consists of. */
async function preparePayment(
  em: Em,
  ctx: ApiContext,
  { business, rail, wallet, terms, priced }: NewPayment,
): Promise<{ payment: PaymentEntity; rows: readonly Insert[] }> {
  const id = ctx.ids.uuid()
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + business.paymentWindowSeconds * 1_000)
  const { commit, rows } = await allocateAddress(em, ctx, {
    rail,
    terms: {
      id: ctx.ids.uuid(),
      subject: 'payment',
      subjectId: id,
      chain: rail.chain,
      asset: terms.asset,
      recipients: [
        { role: 'merchant', address: wallet },
        { role: 'platform', address: platformAddress(ctx, rail) },
      ],
      feeBps: priced.feeBps,
      expiresAt,
    },
  })
  const payment: PaymentEntity = {
    ...blankPayment,
    ...termsOf({ business, rail, terms, priced }),
    id,
    address: commit.address,
    commitId: commit.id,
    expiresAt,
    createdAt: now,
    updatedAt: now,
  }
  return { payment, rows: [quoteRow(priced.quote), ...rows, { into: 'payment', rows: [payment] }] }
}

/** What was asked for and what it was priced at, as the payment keeps it. */
const termsOf = ({ business, rail, terms, priced }: Omit<NewPayment, 'wallet'>) => ({
  merchantId: business.merchantId,
  businessId: business.id,
  mode: business.mode,
  asset: terms.asset,
  chain: rail.chain,
  currency: terms.currency,
  fiatMinor: priced.fiatMinor,
  usdCents: priced.usdCents,
  dueUnits: priced.dueUnits,
  toleranceUnits: priced.toleranceUnits,
  quoteId: priced.quote.id,
  feeBps: priced.feeBps,
  confirmationsRequired: priced.policy.confirmations,
  finalityRequired: priced.policy.finality,
  description: terms.description ?? null,
  metadata: terms.metadata,
  successUrl: terms.successUrl ?? null,
  cancelUrl: terms.cancelUrl ?? null,
})

const blankPayment = {
  state: paymentMachine.initial,
  receivedUnits: 0n,
  refundedUnits: 0n,
  includedHeight: null,
  exceptions: [],
  lateVerdict: null,
  lateQuoteId: null,
  acceptedAt: null,
  txId: null,
  forwardTxId: null,
  platformTxId: null,
  feeUnits: null,
  merchantUnits: null,
  networkFeeUnits: null,
  eventSequence: 1,
  stand: 1,
  detectedAt: null,
  confirmedAt: null,
  forwardedAt: null,
}

const announcementOf = (facts: PaymentFacts): Announcement => ({
  type: paymentMachine.opens,
  object: { type: 'payment', id: facts.payment.id, businessId: facts.payment.businessId, mode: facts.payment.mode },
  sequence: 1,
  data: presentPaymentChange(facts, null),
})

function platformAddress(ctx: ApiContext, rail: Rail): string {
  const address = ctx.custody.platformAddresses[rail.chain]
  if (address === undefined) throw new AddressUnavailable(rail.chain, 'no platform address is configured')
  return address
}
