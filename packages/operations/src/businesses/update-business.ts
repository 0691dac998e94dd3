import { type BusinessFacts, presentBusiness } from '@gateway/contract/business-view'
import { type UpdateBusinessInput } from '@gateway/contract/businesses'
import { businessSubject } from '@gateway/contract/rooms/businesses'
import { lockStoredBusiness, type StoredBusiness } from '@gateway/db/businesses/business-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Requester } from '@gateway/domain/accounts/requester'
import { type Business, nameWallets } from '@gateway/domain/businesses/business'
import { NotFound } from '@gateway/domain/kernel/error'
import { closedCircuit } from '@gateway/domain/webhooks/circuit'
import { isDeepStrictEqual } from 'node:util'
import { requireRecentConfirmation } from '../accounts/auth/require-confirmation.ts'
import type { ApiContext } from '../kernel/context.ts'
import { transaction } from '../kernel/transaction.ts'
import { announceBusiness, wakeUp } from '../events/publish-events.ts'
import { storableWebhookUrl } from '../egress/webhook-url.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { businessScope, requireLive } from './business-scope.ts'
import { checkWallets } from './wallets/check-wallets.ts'
import { mergeWallets } from './wallets/merge-wallets.ts'
import { requireWalletProof } from './wallets/require-destination-proof.ts'
import { reportWallets } from './wallets/report-wallets.ts'

/**
 * Changes the named members of a business of the caller and emits `business.updated`; existing payments keep their terms.
 *
 * A wallet change is reported to the merchant by e-mail. A request without a change emits nothing. Naming a webhook URL, even the same one,
 * switches the endpoint on again and resets its failures.
 *
 * @throws {NotFound} also when the business belongs to another merchant.
 * @throws {LiveKeyRequired} for a test key.
 * @throws {InsufficientScope} when a key without the scope `wallets:write` would change a wallet.
 * @throws {ConfirmationRequired} when a session of the portal would change a wallet, the tolerance, the spread or the webhook address.
 * @throws {UnsupportedBlockchain} {InvalidAddress} {AddressUnchecked} {InvalidField}
 */
export async function updateBusiness(
  ctx: ApiContext & Requester,
  { actor, changes }: { actor: Actor; changes: UpdateBusinessInput },
): Promise<BusinessFacts> {
  requireLive(actor)
  const { walletAddresses: named = {}, confirmProgramAddress: isProgramConfirmed } = changes
  const walletAddresses = await checkWallets(ctx, { named, isProgramConfirmed })
  const webhook = changes.webhookUrl ? { webhookUrl: storableWebhookUrl(ctx.egress, changes.webhookUrl) } : {}
  return transaction(ctx, async (em) => {
    const stored = await lockStoredBusiness(em, { ...businessScope(actor), id: changes.id })
    if (!stored) throw new NotFound('business')
    return apply(em, ctx, { actor, stored, changes: { ...changes, ...webhook, walletAddresses } })
  })
}

async function apply(
  em: Em,
  ctx: ApiContext & Requester,
  { actor, stored, changes }: { actor: Actor; stored: StoredBusiness; changes: UpdateBusinessInput },
): Promise<BusinessFacts> {
  const at = ctx.clock.now()
  const business = changedBusiness(ctx, stored.business, changes)
  const movesMoney = !isDeepStrictEqual(business.wallets, stored.business.wallets)
  const webhook = changedWebhook(stored.webhook, { changes, at })
  if (movesMoney) requireWalletProof(ctx, actor)
  if (isSensitive({ business, webhook }, stored)) requireRecentConfirmation(ctx, actor)
  const isNamed = changes.webhookUrl !== undefined
  if (isNamed || !isDeepStrictEqual(webhook, stored.webhook)) await storeWebhook(em, ctx, { webhook, isNamed })
  if (isDeepStrictEqual(presentBusiness({ business, webhook }), presentBusiness(stored))) return stored
  const facts = { business: { ...business, updatedAt: at }, webhook }
  const { id, merchantId: _owner, mode: _mode, createdAt: _createdAt, ...values } = facts.business
  await tables(em).updateTable('business').set(values).where('id', '=', id).execute()
  await reportWallets(em, ctx, { before: stored.business, after: business, actor })
  await announceBusiness(em, ctx, { type: 'business.updated', business, data: businessSubject.present(facts) })
  return facts
}

type Webhook = StoredBusiness['webhook']

/** True when something changes by which an attacker could pay less, or keep a merchant from hearing of it. */
const isSensitive = (after: Pick<StoredBusiness, 'business' | 'webhook'>, before: StoredBusiness): boolean =>
  after.business.toleranceBps !== before.business.toleranceBps ||
  after.business.spreadBps !== before.business.spreadBps ||
  after.webhook.url !== before.webhook.url

function changedWebhook(webhook: Webhook, { changes, at }: { changes: UpdateBusinessInput; at: Date }): Webhook {
  const events = changes.webhookEvents ?? webhook.events
  const url = changes.webhookUrl
  if (url === undefined) return { ...webhook, events }
  return { ...webhook, events, url, disabledAt: url === '' ? (webhook.disabledAt ?? at) : null }
}

const { state: _closed, ...unmarked } = closedCircuit
const fresh = { ...unmarked, circuit: 'closed', disabledReason: null } as const

/**
 * Naming an endpoint's URL, even the same one, resets its circuit and makes waiting deliveries due. Any other change keeps the circuit, also a
 * concurrent change of it.
 */
async function storeWebhook(em: Em, ctx: ApiContext, { webhook, isNamed }: { webhook: Webhook; isNamed: boolean }): Promise<void> {
  const { id, url, disabledAt, events } = webhook
  await tables(em)
    .updateTable('webhook_endpoint')
    .set({ ...(isNamed && { ...fresh, url, disabledAt }), events: [...events], updatedAt: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
  if (isNamed && disabledAt === null) await enqueue(em, ctx, [wakeUp(id)])
}

const changedBusiness = (ctx: ApiContext, business: Business, changes: UpdateBusinessInput): Business => ({
  ...business,
  name: changes.name ?? business.name,
  description: changes.description ?? business.description,
  category: changes.category ?? business.category,
  taxProfile: changes.taxProfile === undefined ? business.taxProfile : changes.taxProfile,
  timeZone: changes.timeZone ?? business.timeZone,
  statementDescriptor: descriptorOf(business, changes),
  spreadBps: changes.spreadPercent ?? business.spreadBps,
  toleranceBps: changes.tolerancePercent ?? business.toleranceBps,
  paymentWindowSeconds: changes.paymentWindowSeconds ?? business.paymentWindowSeconds,
  ...nameWallets(business, mergeWallets(business.wallets, changes.walletAddresses ?? {}), {
    now: ctx.clock.now(),
    delayMs: ctx.walletDelayMs,
  }),
})

/** An empty text clears it. */
const descriptorOf = (business: Business, { statementDescriptor: named }: UpdateBusinessInput): string | null =>
  named === undefined ? business.statementDescriptor : named || null
