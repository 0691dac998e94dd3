import type { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import type { Rail } from '@gateway/chains/rail'
import { findRail } from '@gateway/chains/registry'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { type Business, walletFor, walletsAt } from '@gateway/domain/businesses/business'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { UnsupportedBlockchain, WalletNotConfigured } from '@gateway/domain/payments/errors'
import { readAddress } from '../../businesses/wallets/check-address.ts'
import { resolveWithEndpoints } from '../../businesses/resolve-business.ts'
import { requirePin } from '../../custody/pins/require-pin.ts'
import { type ApiContext, servedAssets } from '../../kernel/context.ts'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import { commitBatched } from './batch/commit-batched.ts'
import { draftPayment } from './draft-payment.ts'
import type { CreatedPayment } from './open-payment.ts'
import { priceTerms } from './price-terms.ts'

/**
 * Creates a payment with an address of its own and emits `payment.created`, in one transaction and without node or Temporal, so creation works while
 * they are down. A failed creation consumes no quota.
 *
 * The signer checks the payout terms before the address is shown: a rejected payment fails and is uncounted by the next sweep; a signer that does not
 * answer in time is not awaited, and the forward waits for it (ADR 26).
 *
 * @throws {TestModeNotServed} for a test key: it must never make a payer pay real money.
 * @throws {UnsupportedBlockchain} {WalletNotConfigured} {AmountTooSmall} {AmountTooLarge} {UsageLimitExceeded} {RateUnavailable} {AddressUnavailable}
 */
export async function createPayment(
  ctx: ApiContext,
  { actor, terms, keep }: { actor: Actor; terms: CreatePaymentInput; keep?: Keep<CreatedPayment> | undefined },
): Promise<CreatedPayment> {
  if (actor.mode === 'test') throw new TestModeNotServed()
  const { business, endpoints } = await resolveWithEndpoints(ctx, { actor, businessId: terms.businessId })
  const rail = findRail(ctx.rails, terms.asset)
  if (!rail) throw new UnsupportedBlockchain(terms.asset, servedAssets(ctx.rails))
  const wallet = chosenWallet(walletsAt(business, ctx.clock.now()), { rail, terms })
  const priced = await priceTerms(ctx, { business, rail, terms })
  const draft = draftPayment(ctx, { business, endpoints, rail, wallet, terms, priced, keep })
  const created = await commitBatched(draft)
  await requirePin(ctx, draft.addressTerms)
  return created
}

/** The registered wallet; a caller may name it, but no other address. */
function chosenWallet(wallets: Business['wallets'], { rail, terms }: { rail: Rail; terms: CreatePaymentInput }): string {
  const wallet = walletFor(wallets, { code: terms.asset, chain: rail.chain })
  if (wallet === undefined) throw new WalletNotConfigured(terms.asset)
  const named = terms.merchantWalletAddress
  if (named === undefined) return wallet
  const { address } = readAddress(rail, { field: 'merchant_wallet_address', text: named, isProgramConfirmed: true })
  if (address !== wallet) throw new InvalidAddress('merchant_wallet_address', 'is not the wallet registered for this chain')
  return wallet
}
