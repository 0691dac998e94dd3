import { type BusinessFacts } from '@gateway/contract/business-view'
import { type CreateBusinessInput } from '@gateway/contract/businesses'
import { businessSubject } from '@gateway/contract/rooms/businesses'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type Actor, actorName, type ApiKey } from '@gateway/domain/accounts/merchant'
import type { Scope } from '@gateway/domain/accounts/scope'
import type { Business } from '@gateway/domain/businesses/business'
import { type NewApiKey, newApiKey } from '../accounts/auth/api-key.ts'
import { writeAuditEntry } from '../accounts/audit/write-audit-entry.ts'
import { requireRecentConfirmation } from '../accounts/auth/require-confirmation.ts'
import type { ApiContext } from '../kernel/context.ts'
import { type Keep, storeResponse } from '../idempotency/idempotency-keys.ts'
import { transaction } from '../kernel/transaction.ts'
import { announceBusiness } from '../events/publish-events.ts'
import { storableWebhookUrl } from '../egress/webhook-url.ts'
import { requireLive } from './business-scope.ts'
import { checkWallets } from './wallets/check-wallets.ts'
import { applyParentLimits } from './api-keys/apply-parent-limits.ts'
import { mergeWallets } from './wallets/merge-wallets.ts'
import { checkBusinessLimit } from './check-limits.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

/** A created business, with its two secrets, which are never shown again. */
export interface CreatedBusiness {
  readonly facts: BusinessFacts
  readonly apiKey: string
  readonly webhookSecret: string
}

/** Defaults of a business: the market rate, no tolerance beyond rounding. The operator sets the default payment window. */
const defaults = { plan: 'starter', timeZone: 'UTC', spreadBps: 0, toleranceBps: 0 } as const

/**
 * Creates a business of the actor's merchant with its first API key and its webhook endpoint, and emits `business.created`.
 *
 * The first key has the scopes and the expiry of the key that creates the business, and is revoked with it. The endpoint exists even without a
 * URL, because its secret is shown only now. The key is stored as a digest, the secret sealed to the webhooks role.
 *
 * @throws {UnsupportedBlockchain} {InvalidAddress} {AddressUnchecked} {InvalidField} {TooManyBusinesses}
 * @throws {ConfirmationRequired} for a session of the portal.
 * @throws {LiveKeyRequired} for a test key; {InvalidApiKey} for one that has ended since it was authenticated.
 */
export async function createBusiness(
  ctx: ApiContext,
  { actor, terms, keep }: { actor: Actor; terms: CreateBusinessInput; keep?: Keep<CreatedBusiness> | undefined },
): Promise<CreatedBusiness> {
  requireLive(actor)
  // It comes with a key.
  requireRecentConfirmation(ctx, actor)
  const { walletAddresses: named = {}, confirmProgramAddress: isProgramConfirmed } = terms
  const wallets = await checkWallets(ctx, { named, isProgramConfirmed })
  const webhookUrl = terms.webhookUrl ? storableWebhookUrl(ctx.egress, terms.webhookUrl) : null
  const business = newBusiness(ctx, { actor, terms: { ...terms, walletAddresses: wallets } })
  const webhook = { url: webhookUrl, events: terms.webhookEvents ?? [] }
  const facts = { business, webhook }
  const key = newApiKey(ctx, business.mode)
  const webhookSecret = terms.webhookSecret ?? newWebhookSecret(ctx)
  const created = { facts, apiKey: key.text, webhookSecret }
  await transaction(ctx, async (em) => {
    await checkBusinessLimit(em, actor)
    const scopes = openedBy(actor)
    const limits = await applyParentLimits(em, ctx, { actor, wanted: { mode: business.mode, scopes, expiresAt: null } })
    await store(em, ctx, { facts, key: { ...key, ...limits, scopes }, webhookSecret })
    const details = { businessId: business.id, mode: business.mode, scopes }
    await writeAuditEntry(em, ctx, { actor: actorName(actor), action: 'api_key.create', subjectId: key.id, details })
    await storeResponse(em, keep, created)
  })
  return created
}

function newBusiness(ctx: ApiContext, { actor, terms }: { actor: Actor; terms: CreateBusinessInput }): Business {
  const now = ctx.clock.now()
  return {
    id: ctx.ids.uuid(),
    merchantId: actor.merchantId,
    mode: actor.mode,
    name: terms.name,
    description: terms.description ?? null,
    category: terms.category ?? null,
    plan: defaults.plan,
    timeZone: terms.timeZone ?? defaults.timeZone,
    statementDescriptor: terms.statementDescriptor || null,
    spreadBps: terms.spreadPercent ?? defaults.spreadBps,
    toleranceBps: terms.tolerancePercent ?? defaults.toleranceBps,
    paymentWindowSeconds: terms.paymentWindowSeconds ?? ctx.paymentWindowSeconds,
    wallets: mergeWallets({}, terms.walletAddresses ?? {}),
    formerWallets: {},
    createdAt: now,
    updatedAt: now,
  }
}

/** The scopes of a business's first key: no key creates one with more scopes than its own. */
const openedBy = (actor: Actor): readonly Scope[] => (actor.kind === 'merchant' ? ['*'] : actor.scopes)

interface NewRows {
  readonly facts: BusinessFacts
  readonly key: NewApiKey & Pick<ApiKey, 'scopes' | 'createdBy' | 'expiresAt'>
  readonly webhookSecret: string
}

async function store(em: Em, ctx: ApiContext, { facts, key, webhookSecret }: NewRows): Promise<void> {
  const { business } = facts
  await tables(em)
    .insertInto('business')
    .values({ ...business, eventSequence: 0 })
    .execute()
  const { text: _shownOnce, ...stored } = key
  const unused = { name: null, createdAt: business.createdAt, lastUsedAt: null, revokedAt: null }
  await tables(em)
    .insertInto('api_key')
    .values({ ...stored, ...unused, businessId: business.id, scopes: [...stored.scopes] })
    .execute()
  await storeEndpoint(em, ctx, { facts, webhookSecret })
  await announceBusiness(em, ctx, { type: 'business.created', business, data: businessSubject.present(facts) })
}

async function storeEndpoint(em: Em, ctx: ApiContext, { facts, webhookSecret }: Pick<NewRows, 'facts' | 'webhookSecret'>): Promise<void> {
  const { business, webhook } = facts
  const { id: businessId, createdAt } = business
  const id = ctx.ids.uuid()
  await tables(em)
    .insertInto('webhook_endpoint')
    .values({
      id,
      businessId,
      url: webhook.url,
      events: [...webhook.events],
      sealedSecret: sealWebhookSecret(ctx.webhookSealingKey, { endpointId: id, secret: webhookSecret }),
      previousSealedSecret: null,
      previousValidUntil: null,
      disabledAt: webhook.url ? null : createdAt,
      createdAt,
      updatedAt: createdAt,
    })
    .execute()
}
