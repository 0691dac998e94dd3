import type { OnboardingLink } from '@gateway/contract/cards/accounts'
import type { OnboardCardsInput } from '@gateway/contract/cards/inputs'
import { findAccountOf, insertAccount } from '@gateway/db/cards/account-queries'
import type { ProcessorAccountEntity } from '@gateway/db/cards/processor-account.entity'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import { CountryImmutable, CountryRequired } from '@gateway/domain/cards/errors'
import { getOwner } from '../../businesses/get-owner.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { awaitTask } from '../lifecycle/await-processor.ts'
import { askProcessor } from '../lifecycle/processor-task.ts'
import type { StoredLink } from './create-account-link.ts'

interface Wish {
  readonly actor: Actor
  readonly wish: OnboardCardsInput
  readonly keep?: Keep<OnboardingLink> | undefined
}

/**
 * Asks for a fresh link on which a merchant completes the account of a business; the first one opens the account at the processor, once. Country and
 * e-mail address are those of the first call.
 *
 * @throws {TestModeNotServed} {ForbiddenBusiness} {BusinessRequired} {NoBusinessYet} {CountryRequired} {CountryImmutable}
 * @throws {ProcessorFailed} when the processor has refused it. @throws {ProcessorLate} when there was no answer within ten seconds.
 */
export async function requestOnboarding(ctx: ApiContext, { actor, wish, keep }: Wish): Promise<OnboardingLink> {
  if (actor.mode === 'test') throw new TestModeNotServed()
  const business = await resolveBusiness(ctx, { actor, businessId: wish.businessId })
  const email = wish.email ?? (await getOwner(ctx.orm.em.fork(), { businessId: business.id })).email
  const taskId = await transaction(ctx, async (em) => {
    const account = await findOrInsert(em, ctx, { business, email, country: wish.country })
    const id = await askProcessor(em, ctx, { kind: 'account_link', ref: account.id, request: {} })
    if (keep) await insertTogether(em, [keep.begun(id)])
    return id
  })
  return awaitOnboarding(ctx, { taskId })
}

/** The link of a task that was asked for. @throws {ProcessorFailed} {ProcessorLate} */
export async function awaitOnboarding(ctx: ApiContext, { taskId }: { taskId: string }): Promise<OnboardingLink> {
  const task = await awaitTask(ctx, taskId)
  // The task of this kind has stored it.
  const { processorAccountId, url, expiresAt } = task.answer as StoredLink
  return { processorAccountId, url, expiresAt: new Date(expiresAt) }
}

type First = { readonly business: Business; readonly email: string; readonly country: string | undefined }

/** @throws {CountryRequired} {CountryImmutable} */
async function findOrInsert(em: Em, ctx: ApiContext, { business, email, country }: First): Promise<ProcessorAccountEntity> {
  const of = { businessId: business.id, mode: business.mode }
  const known = await findAccountOf(em, of)
  if (known && country !== undefined && country !== known.country) throw new CountryImmutable()
  if (known) return known
  if (country === undefined) throw new CountryRequired()
  await insertAccount(em, { ...unopened(ctx, business), email, country })
  // Another first call may have been faster.
  const stored = await findAccountOf(em, of)
  if (!stored) throw new Error('the account of a business was stored and is not there')
  return stored
}

function unopened(ctx: ApiContext, { id: businessId, merchantId, mode, name }: Business) {
  const now = ctx.clock.now()
  const nothing = { processorAccountId: null, requirementsDeadline: null, disabledReason: null, asOf: null, lookAt: null }
  const enabled = { detailsSubmitted: false, chargesEnabled: false, payoutsEnabled: false, requirementsDue: [] }
  return { id: ctx.ids.uuid(), merchantId, businessId, mode, businessName: name, ...nothing, ...enabled, createdAt: now, updatedAt: now }
}
