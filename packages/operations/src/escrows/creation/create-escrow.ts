import type { CreateEscrowInput } from '@gateway/contract/escrow-inputs'
import type { Rail } from '@gateway/chains/rail'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import type { Business } from '@gateway/domain/businesses/business'
import { countAttempts } from '../../accounts/auth/throttle.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import { requireDestinationProof } from '../../businesses/wallets/require-destination-proof.ts'
import { requirePin } from '../../custody/pins/require-pin.ts'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { commitEscrow, type CreatedEscrow, type PlacedEscrow } from './commit-escrow.ts'
import { escrowRail } from './escrow-rail.ts'
import { type AgreedEscrow, draftEscrow, readParties } from './draft-escrow.ts'
import { priceEscrow } from './price-escrow.ts'

/** A request for an escrow: of a credential, or of any caller at an address. */
interface Creation {
  readonly actor: Actor | undefined
  readonly address: string
  readonly terms: CreateEscrowInput
  readonly keep?: Keep<CreatedEscrow<PlacedEscrow>> | undefined
}

/**
 * Creates an escrow with an address of its own and two tokens, in one transaction and without node or Temporal. It belongs to a business only by a
 * credential; a business may create some in an hour, and so may anybody else at an address.
 *
 * The signer checks the terms of both outcomes before the address is shown. A beneficiary that is no wallet of the business needs the proof of a new one.
 *
 * @throws {TestModeNotServed} {TooManyAttempts} {UnsupportedBlockchain} {InvalidAddress} {AddressUnchecked} {InvalidAmount} {AmountTooSmall} {AmountTooLarge}
 * @throws {InsufficientScope} {ConfirmationRequired} {RateUnavailable} {AddressUnavailable} {BusinessRequired} {ForbiddenBusiness}
 */
export async function createEscrow(ctx: ApiContext, { actor, address, terms, keep }: Creation): Promise<CreatedEscrow<PlacedEscrow>> {
  if (actor?.mode === 'test') throw new TestModeNotServed()
  const rail = escrowRail(ctx, terms.asset)
  const business = actor && (await resolveBusiness(ctx, { actor, businessId: terms.businessId }))
  if (!business) await countAttempts(ctx, [{ throttle: 'escrowsPerAddress', by: address }])
  const agreed = await agree(ctx, { business, rail, terms })
  if (actor && business) requireDestinationProof(ctx, { actor, business, chain: rail.chain, address: agreed.parties.beneficiary })
  const draft = draftEscrow(ctx, agreed)
  if (business) await countCreation(ctx, business)
  const created = await commitEscrow(ctx, draft, keep)
  await requirePin(ctx, draft.addressTerms)
  return created
}

/** Counts an escrow or a series that a business creates, against the limits of the business and of its account. @throws {TooManyAttempts} */
export async function countCreation(ctx: ApiContext, { id, merchantId }: Business): Promise<void> {
  await countAttempts(ctx, [
    { throttle: 'escrowsPerBusiness', by: id },
    { throttle: 'escrowsPerAccount', by: merchantId },
  ])
}

async function agree(
  ctx: ApiContext,
  asked: { business: Business | undefined; rail: Rail; terms: CreateEscrowInput },
): Promise<AgreedEscrow> {
  const parties = await readParties(ctx, asked)
  const priced = await priceEscrow(ctx, asked)
  return { ...asked, parties, priced, feeBps: ctx.plans[asked.business?.plan ?? 'starter'].feeBps }
}
