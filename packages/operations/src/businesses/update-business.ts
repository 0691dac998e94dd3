import { type BusinessFacts, presentBusiness, presentBusinessChange, type UpdateBusinessInput } from '@gateway/contract/businesses'
import { lockStoredBusiness, type StoredBusiness } from '@gateway/db/businesses/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { NotFound } from '@gateway/domain/kernel/error'
import { isDeepStrictEqual } from 'node:util'
import type { ApiContext } from '../context.ts'
import { transaction } from '../transaction.ts'
import { announceBusiness } from '../announce.ts'
import { checkWebhookUrl } from '../egress/webhook-url.ts'
import { businessScope } from './business-scope.ts'
import { checkWallets } from './check-wallets.ts'
import { mergeWallets } from './merge-wallets.ts'

/**
 * Changes a business of the caller and announces `business.updated`; payments that exist keep the terms they were created with.
 *
 * What is not named stays. A request that changes nothing announces nothing. Naming a webhook URL also switches the endpoint on again.
 *
 * @throws {NotFound} also when the business belongs to somebody else.
 * @throws {UnsupportedBlockchain} {InvalidAddress} {InvalidField}
 */
export async function updateBusiness(
  ctx: ApiContext,
  { actor, changes }: { actor: Actor; changes: UpdateBusinessInput },
): Promise<BusinessFacts> {
  const walletAddresses = await checkWallets(ctx, changes.walletAddresses ?? {})
  if (changes.webhookUrl) checkWebhookUrl(ctx.egress, changes.webhookUrl)
  return transaction(ctx, async (em) => {
    const stored = await lockStoredBusiness(em, { ...businessScope(actor), id: changes.id })
    if (!stored) throw new NotFound('business')
    return apply(em, ctx, { stored, changes: { ...changes, walletAddresses } })
  })
}

async function apply(
  em: Em,
  ctx: ApiContext,
  { stored, changes }: { stored: StoredBusiness; changes: UpdateBusinessInput },
): Promise<BusinessFacts> {
  const at = ctx.clock.now()
  const webhook = changedWebhook(stored.webhook, { changes, at })
  if (!isDeepStrictEqual(webhook, stored.webhook)) await storeWebhook(em, { webhook, at })
  const business = changedBusiness(stored.business, changes)
  if (isDeepStrictEqual(presentBusiness({ business, webhook }), presentBusiness(stored))) return stored
  const facts = { business: { ...business, updatedAt: at }, webhook }
  const { id, merchantId: _owner, mode: _mode, createdAt: _createdAt, ...values } = facts.business
  await tables(em).updateTable('business').set(values).where('id', '=', id).execute()
  await announceBusiness(em, ctx, { type: 'business.updated', business, data: presentBusinessChange(facts) })
  return facts
}

type Webhook = StoredBusiness['webhook']

function changedWebhook(webhook: Webhook, { changes, at }: { changes: UpdateBusinessInput; at: Date }): Webhook {
  const events = changes.webhookEvents ?? webhook.events
  const url = changes.webhookUrl
  if (url === undefined) return { ...webhook, events }
  return { ...webhook, events, url, disabledAt: url === '' ? (webhook.disabledAt ?? at) : null }
}

async function storeWebhook(em: Em, { webhook, at }: { webhook: Webhook; at: Date }): Promise<void> {
  const { id, ...values } = webhook
  await tables(em)
    .updateTable('webhook_endpoint')
    .set({ ...values, events: [...values.events], updatedAt: at })
    .where('id', '=', id)
    .execute()
}

const changedBusiness = (business: Business, changes: UpdateBusinessInput): Business => ({
  ...business,
  name: changes.name ?? business.name,
  description: changes.description ?? business.description,
  category: changes.category ?? business.category,
  timeZone: changes.timeZone ?? business.timeZone,
  spreadBps: changes.spreadPercent ?? business.spreadBps,
  toleranceBps: changes.tolerancePercent ?? business.toleranceBps,
  paymentWindowSeconds: changes.paymentWindowSeconds ?? business.paymentWindowSeconds,
  wallets: mergeWallets(business.wallets, changes.walletAddresses ?? {}),
})
