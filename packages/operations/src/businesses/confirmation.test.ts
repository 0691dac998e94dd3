import { CreateApiKeyInput } from '@gateway/contract/api-keys'
import { CreateBusinessInput, RotateSecretInput, UpdateBusinessInput } from '@gateway/contract/businesses'
import { ConfirmationRequired } from '@gateway/domain/accounts/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MerchantActor } from '../accounts/auth/require-merchant.ts'
import { storeMerchant, type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { createApiKey } from './api-keys/create-api-key.ts'
import { revokeApiKey } from './api-keys/revoke-api-key.ts'
import { createBusiness } from './create-business.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { updateBusiness } from './update-business.ts'

const ETH = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

let ctx: TestApiContext
let merchant: MerchantActor
let id: string
let keyId: string
beforeAll(async () => {
  ctx = await testApiContext()
  merchant = await storeMerchant(ctx)
  id = (await createBusiness(ctx, { actor: merchant, terms: CreateBusinessInput.parse({ name: 'Shop' }) })).facts.business.id
  keyId = (await createApiKey(ctx, { actor: merchant, terms: CreateApiKeyInput.parse({ id }) })).key.id
})
afterAll(() => ctx.close())

const update = (actor: MerchantActor, changes: object) =>
  updateBusiness(ctx, { actor, changes: UpdateBusinessInput.parse({ id, ...changes }) })

/** Another one for each change. */
let tolerance = 0

const guarded: Record<string, (actor: MerchantActor) => Promise<unknown>> = {
  'a change of wallets': (actor) => update(actor, { wallet_addresses: { ETH } }),
  'a change of the tolerance': (actor) => update(actor, { tolerance_percent: (tolerance += 1) }),
  'a change of the spread': (actor) => update(actor, { spread_percent: tolerance / 10 }),
  'a change of the webhook address': (actor) => update(actor, { webhook_url: `https://shop.example/${(tolerance += 1)}` }),
  'a new API key': (actor) => createApiKey(ctx, { actor, terms: CreateApiKeyInput.parse({ id }) }),
  'the end of an API key': (actor) => revokeApiKey(ctx, { actor, businessId: id, keyId }),
  'a new webhook secret': (actor) => rotateWebhookSecret(ctx, { actor, terms: RotateSecretInput.parse({ id }) }),
  'a new business, which comes with a key': (actor) =>
    createBusiness(ctx, { actor, terms: CreateBusinessInput.parse({ name: 'Another' }) }),
}

/** A session of the merchant that was confirmed a while ago. */
const confirmedAgo = (ms: number, openedIn: MerchantActor['openedIn'] = 'portal'): MerchantActor => ({
  ...merchant,
  openedIn,
  confirmedAt: new Date(ctx.clock.now().getTime() - ms),
})

describe.each(Object.entries(guarded))('%s', (_name, change) => {
  test('needs a confirmation of the last five minutes in a session of the portal', async () => {
    await expect(change(confirmedAgo(300_000))).rejects.toThrow(ConfirmationRequired)
    await change(confirmedAgo(299_999))
  })
})

test.each(Object.entries(guarded))('%s asks no session outside the portal', async (_name, change) => {
  await expect(change(confirmedAgo(86_400_000, 'api'))).resolves.toBeDefined()
})

test('a change of other members asks for no confirmation', async () => {
  expect(await update(confirmedAgo(86_400_000), { name: 'Store' })).toMatchObject({ business: { name: 'Store' } })
})
