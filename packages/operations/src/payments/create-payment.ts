import type { CreatePaymentInput } from '@gateway/contract/payments'
import type { Rail } from '@gateway/chains/rail'
import { findRail } from '@gateway/chains/registry'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { type Business, walletFor } from '@gateway/domain/businesses/business'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { UnsupportedBlockchain, WalletNotConfigured } from '@gateway/domain/payments/errors'
import { resolveWithEndpoints } from '../businesses/resolve-business.ts'
import { type ApiContext, servedAssets } from '../context.ts'
import { commitPayment } from './commit-payment.ts'
import { draftPayment } from './draft-payment.ts'
import { priceTerms } from './price-terms.ts'
import type { CreatedPayment } from './write-payments.ts'

/**
 * Creates a payment with an address of its own and announces `payment.created`.
 *
 * All that it consists of is committed at once, or nothing. No node and no Temporal is asked, so creation works while they are down. A failed
 * creation consumes no quota.
 *
 * @throws {UnsupportedBlockchain} {WalletNotConfigured} {AmountTooSmall} {AmountTooLarge} {UsageLimitExceeded} {RateUnavailable} {AddressUnavailable}
 */
export async function createPayment(
  ctx: ApiContext,
  { actor, terms }: { actor: Actor; terms: CreatePaymentInput },
): Promise<CreatedPayment> {
  const { business, endpoints } = await resolveWithEndpoints(ctx, { actor, businessId: terms.businessId })
  const rail = findRail(ctx.rails, terms.asset)
  if (!rail) throw new UnsupportedBlockchain(terms.asset, servedAssets(ctx.rails))
  const wallet = chosenWallet(business, { rail, terms })
  const priced = await priceTerms(ctx, { business, rail, terms })
  const outcome = await commitPayment(ctx.orm, draftPayment(ctx, { business, endpoints, rail, wallet, terms, priced }))
  if ('refusal' in outcome) throw outcome.refusal
  return outcome
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
