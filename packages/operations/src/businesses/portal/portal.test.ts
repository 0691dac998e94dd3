import { presentAudit, presentOverview } from '@gateway/contract/portal/businesses'
import { CheckAddressInput, PortalAuditInput } from '@gateway/contract/portal/businesses'
import { UpdateBusinessInput } from '@gateway/contract/businesses'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { MerchantTokenRequired } from '../../accounts/auth/require-merchant.ts'
import { transaction } from '../../kernel/transaction.ts'
import { offerRefund } from '../../payments/refunds/offer-refund.ts'
import { openChain } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { HELD, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { readOnboarding } from '../../payments/portal/read-onboarding.ts'
import { rotateWebhookSecret } from '../rotate-webhook-secret.ts'
import { updateBusiness } from '../update-business.ts'
import { listAudit } from './list-audit.ts'
import { readOverview } from './read-overview.ts'
import { tryAddress } from './try-address.ts'

const DAY_MS = 24 * 60 * 60_000
const OTHER_BTC = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({ walletDelayMs: DAY_MS }, 3)))
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const key = (): Actor => ({
  kind: 'key',
  merchantId: shop.actor.merchantId,
  businessId: shop.businessId,
  mode: 'live',
  keyId: 'k',
  scopes: ['*'],
})

describe('the overview of a business', () => {
  const overview = async (id = shop.businessId, actor: Actor = shop.actor) => presentOverview(await readOverview(shop.ctx, { actor, id }))

  test('the overview shows each wallet, the address in effect, and until when a new one waits', async () => {
    const changes = UpdateBusinessInput.parse({ id: shop.businessId, wallet_addresses: { BTC: OTHER_BTC } })
    await updateBusiness(shop.ctx, { actor: shop.actor, changes })
    const until = new Date(shop.ctx.clock.now().getTime() + DAY_MS).toISOString()
    const shown = await overview()
    expect(shown.wallets).toEqual([
      { blockchain: 'BTC', chain: 'BTC', address: OTHER_BTC, in_effect: wallets.merchant.BTC, waits_until: until, is_contract: false },
      {
        blockchain: 'ETH',
        chain: 'ETH',
        address: wallets.merchant.ETH,
        in_effect: wallets.merchant.ETH,
        waits_until: null,
        is_contract: false,
      },
      { blockchain: 'USDC_ETH', chain: 'ETH', address: null, in_effect: wallets.merchant.ETH, waits_until: null, is_contract: false },
    ])
    expect(shown.wallet_delay_seconds).toBe(24 * 60 * 60)
    shop.ctx.clock.advance(DAY_MS)
    expect((await overview()).wallets[0]).toMatchObject({ in_effect: OTHER_BTC, waits_until: null })
  })

  test('shows plan, usage, keys and confirmations', async () => {
    await shop.ask({ amount: 60, blockchain: 'BTC' })
    expect(await overview()).toMatchObject({
      plan: { code: 'starter', fee_percent: 1 },
      usage: { current: 1, limit: 100, remaining: 99 },
      usage_period: '2026-10',
      api_keys: { active: 1, limit: 50 },
      confirmations: expect.arrayContaining([
        {
          chain: 'BTC',
          bands: [
            { from_usd: '0', confirmations: 1, finality: false },
            { from_usd: '100', confirmations: 2, finality: false },
            { from_usd: '1000', confirmations: 3, finality: false },
            { from_usd: '10000', confirmations: 6, finality: false },
          ],
        },
      ]),
    })
  })

  test('the overview of a business is missing for another merchant like one that does not exist', async () => {
    const other = await storeMerchant(shop.ctx)
    await expect(overview(shop.businessId, other)).rejects.toThrow(NotFound)
    await expect(overview(shop.ctx.ids.uuid())).rejects.toThrow(NotFound)
    await expect(overview(shop.businessId, key())).rejects.toThrow(MerchantTokenRequired)
  })
})

describe('an address that is tried', () => {
  const check = (blockchain: string, address: string, actor: Actor = shop.actor) =>
    tryAddress(shop.ctx, { actor, wish: CheckAddressInput.parse({ chain: blockchain, address }) })

  test('a tried address is valid in its canonical spelling', async () => {
    expect(await check('usdc_eth', ` ${wallets.merchant.ETH.toLowerCase()} `)).toEqual({ isValid: true, address: wallets.merchant.ETH })
  })

  test('says why it cannot be a wallet', async () => {
    const { address } = await shop.ask({ amount: 60, blockchain: 'BTC' })
    expect(await check('BTC', '')).toMatchObject({ isValid: false, fault: 'malformed', problem: 'is empty' })
    expect(await check('BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toMatchObject({ isValid: false, fault: 'other_network' })
    expect(await check('BTC', address)).toMatchObject({ fault: 'own_address', problem: 'is an address of this service' })
    expect(await check('BTC', wallets.platform.BTC)).toMatchObject({ isValid: false, problem: 'is a fee address of this service' })
    await expect(check('BTC', address, key())).rejects.toThrow(MerchantTokenRequired)
  })
})

describe('the audit log of a merchant', () => {
  const audit = async (more: object = {}, actor: Actor = shop.actor) =>
    presentAudit(await listAudit(shop.ctx, { actor, wish: PortalAuditInput.parse(more) }))
  const actions = async (more: object = {}) => (await audit(more)).entries.map(({ action, by }) => `${by} ${action}`)

  test('the audit log holds decisions about keys, businesses and payments, newest first, page by page', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await underpaidPayment(shop, btc, HELD)
    await offerRefund(shop.ctx, { paymentId: payment.id, by: 'operator:anna', linkDays: 30 })
    shop.ctx.clock.advance(1_000)
    await rotateWebhookSecret(shop.ctx, { actor: shop.actor, terms: { id: shop.businessId } })
    expect(await actions()).toEqual(['merchant webhook_secret.rotate', 'operator return.offer', 'merchant api_key.create'])
    expect(await actions({ business_id: shop.businessId })).toHaveLength(3)
    const first = await audit({ limit: 2 })
    expect(first.entries[1]).toMatchObject({ subject_id: payment.id, business_id: shop.businessId, details: {} })
    expect((await audit({ limit: 2, cursor: first.next_cursor })).entries).toMatchObject([
      { action: 'api_key.create', details: { mode: 'live' } },
    ])
    expect(JSON.stringify(await audit())).not.toContain('anna')
  })

  test('holds what concerns the account itself, and nothing of the whole service', async () => {
    const note = (action: 'rate.confirm' | 'api_key.revoke', subjectId: string) =>
      transaction(shop.ctx, (em) => writeAuditEntry(em, shop.ctx, { actor: 'operator:anna', action, subjectId, details: {} }))
    await note('rate.confirm', 'BTC/USD')
    await note('api_key.revoke', shop.actor.merchantId)
    expect(await actions()).toEqual(expect.arrayContaining(['operator api_key.revoke', 'merchant api_key.create']))
    expect(await actions()).toHaveLength(2)
    expect(await actions({ business_id: shop.businessId })).toEqual(['merchant api_key.create'])
  })

  test('the audit log of a merchant is empty for another merchant, behind an entry of this one too', async () => {
    const other = await storeMerchant(shop.ctx)
    const [entry] = (await audit()).entries
    expect(await audit({}, other)).toEqual({ entries: [], next_cursor: null })
    expect(await audit({ cursor: entry?.id }, other)).toEqual({ entries: [], next_cursor: null })
    await expect(audit({ business_id: shop.businessId }, other)).rejects.toThrow(ForbiddenBusiness)
    await expect(audit({ business_id: shop.ctx.ids.uuid() })).rejects.toThrow(ForbiddenBusiness)
    await expect(audit({}, key())).rejects.toThrow(MerchantTokenRequired)
  })
})

describe('the first steps of a business', () => {
  const steps = (actor: Actor = shop.actor, id = shop.businessId) => readOnboarding(shop.ctx, { actor, id })

  test('the first steps of a business are done one after the other', async () => {
    const begun = {
      wallets: [
        { chain: 'BTC', isSet: true },
        { chain: 'ETH', isSet: true },
      ],
      webhookSet: true,
      webhookAnswered: false,
      keyUsed: false,
      paymentCreated: false,
      paymentPaid: false,
    }
    expect(await steps()).toEqual(begun)
    await shop.ask({ amount: 60, blockchain: 'ETH' })
    expect(await steps()).toEqual({ ...begun, paymentCreated: true })
    await db().updateTable('delivery').set({ state: 'delivered' }).execute()
    await db().updateTable('api_key').set({ lastUsedAt: shop.ctx.clock.now() }).execute()
    expect(await steps()).toEqual({ ...begun, paymentCreated: true, webhookAnswered: true, keyUsed: true })
    await db().updateTable('payment').set({ state: 'forwarded' }).execute()
    expect(await steps()).toMatchObject({ paymentPaid: true })
    await db().updateTable('payment').set({ state: 'pending' }).execute()
  })

  test('the first steps of a business are missing for another merchant like those of a business that does not exist', async () => {
    await expect(steps(await storeMerchant(shop.ctx))).rejects.toThrow(NotFound)
    await expect(steps(shop.actor, shop.ctx.ids.uuid())).rejects.toThrow(NotFound)
  })
})
