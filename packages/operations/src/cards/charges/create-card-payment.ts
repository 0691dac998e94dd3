import type { SeenCardPayment } from '@gateway/contract/cards'
import type { CreateCardPaymentInput } from '@gateway/contract/cards/inputs'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import { OnboardingRequired } from '@gateway/domain/cards/errors'
import { requireChargeable } from '@gateway/domain/cards/limits'
import { DomainError } from '@gateway/domain/kernel/error'
import { countUsage } from '../../businesses/plans/count-usage.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findTakingAccount } from '../accounts/find-taking-account.ts'
import { planIntent } from '../lifecycle/plan-intent.ts'
import { awaitSession } from './await-session.ts'
import { cardRows, type DraftedCard, draftCard } from './draft-card.ts'

interface Creation {
  readonly actor: Actor
  readonly terms: CreateCardPaymentInput
  readonly keep?: Keep<SeenCardPayment> | undefined
}

/**
 * Creates a card payment, direct or into escrow, with the page on which its customer pays. The page is made by the role that calls the processor, within ten
 * seconds; a payment whose page the processor refuses is over and does not count.
 *
 * @throws {TestModeNotServed} {ForbiddenBusiness} {BusinessRequired} {NoBusinessYet} {OnboardingRequired} {CardAmountTooSmall} {CardAmountTooLarge}
 * @throws {UsageLimitExceeded} {ProcessorFailed} {ProcessorLate}
 */
export async function createCardPayment(ctx: ApiContext, { actor, terms, keep }: Creation): Promise<SeenCardPayment> {
  if (actor.mode === 'test') throw new TestModeNotServed()
  requireChargeable(terms.amount, terms.currency)
  const business = await resolveBusiness(ctx, { actor, businessId: terms.businessId })
  const processorAccountId = await requireAccount(ctx, business, terms)
  const payment = await transaction(ctx, async (em) => {
    const drafted = draftCard(ctx, { business, terms, processorAccountId })
    await writeCard(em, ctx, { ...drafted, business })
    if (keep) await insertTogether(em, [keep.begun(drafted.payment.id)])
    await ctx.failpoint('beforeCreateCommit')
    return drafted.payment
  })
  await ctx.failpoint('afterCreateCommit')
  return awaitSession(ctx, { paymentId: payment.id })
}

/** The processor account that charges, or that a release pays. @throws {OnboardingRequired} */
async function requireAccount(ctx: ApiContext, business: Business, { escrowMode }: CreateCardPaymentInput): Promise<string> {
  const id = await findTakingAccount(ctx, { business, kind: escrowMode ? 'escrow' : 'direct' })
  if (id === null) throw new OnboardingRequired('business_id')
  return id
}

/** Writes usage, payment, escrow and the plan of its charge, in the caller's transaction. @throws {UsageLimitExceeded} */
async function writeCard(em: Em, ctx: ApiContext, { payment, escrow, business }: DraftedCard & { business: Business }): Promise<void> {
  const [usage] = await countUsage(em, ctx, [{ business, createdAt: payment.createdAt }])
  if (usage instanceof DomainError) throw usage
  await insertTogether(em, cardRows({ payment, escrow }))
  await planIntent(em, ctx, { purpose: 'card_charge', ref: payment.id, payment, amountMinor: payment.amountMinor })
}
