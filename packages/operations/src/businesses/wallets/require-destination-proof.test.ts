import { CreateEscrowInput } from '@gateway/contract/escrow-inputs'
import { CreateSeriesInput, UpdateSeriesInput } from '@gateway/contract/series-inputs'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Scope } from '@gateway/domain/accounts/scope'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEscrow } from '../../escrows/creation/create-escrow.ts'
import { createSeries } from '../../series/create-series.ts'
import { updateSeries } from '../../series/update-series.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'

const FOREIGN = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'
const CUSTOMER = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'
const OWN = wallets.merchant.BTC

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 40)))
afterAll(() => closeShop(shop))

const keyOf = (...scopes: Scope[]): Actor => {
  const { merchantId, mode } = shop.actor
  return { kind: 'key', merchantId, mode, businessId: shop.businessId, keyId: '0123456789ab', scopes }
}
const confirmedAgo = (ms: number, openedIn: 'portal' | 'api' = 'portal'): Actor => {
  if (shop.actor.kind !== 'merchant') throw new Error('no session')
  return { ...shop.actor, openedIn, confirmedAt: new Date(shop.ctx.clock.now().getTime() - ms) }
}

const parties = { depositor_address: CUSTOMER, business_id: '' }
const series = { payment_method: 'crypto', customer_email: 'lena@hoffmann.example', currency: 'USD', interval: 'weekly', coin: 'BTC' }
const named = (beneficiary: string) => ({ ...parties, business_id: shop.businessId, beneficiary_address: beneficiary })

/** What pays a beneficiary in the name of a business. */
const works: Record<string, (actor: Actor, beneficiary: string) => Promise<unknown>> = {
  'a new escrow': (actor, beneficiary) =>
    createEscrow(shop.ctx, {
      actor,
      address: '203.0.113.7',
      terms: CreateEscrowInput.parse({ chain: 'BTC', amount: 0.01, ...named(beneficiary) }),
    }),
  'a new series': (actor, beneficiary) =>
    createSeries(shop.ctx, { actor, terms: CreateSeriesInput.parse({ ...series, amount: 600, ...named(beneficiary) }) }),
  'another amount of a series': async (actor, beneficiary) => {
    const terms = CreateSeriesInput.parse({ ...series, amount: 600, ...named(beneficiary) })
    const { id } = (await createSeries(shop.ctx, { actor: shop.actor, terms })).series
    return updateSeries(shop.ctx, { actor, changes: UpdateSeriesInput.parse({ id, amount: 700 }) })
  },
}

describe.each(Object.entries(works))('%s', (_name, work) => {
  test('for a foreign beneficiary needs the scope of a key that a new wallet needs', async () => {
    const missing = { code: 'INSUFFICIENT_SCOPE', details: { scope: 'wallets:write' } }
    await expect(work(keyOf('*'), FOREIGN)).rejects.toMatchObject(missing)
    await expect(work(keyOf('series:write', 'escrows:write'), FOREIGN)).rejects.toMatchObject(missing)
    await expect(work(keyOf('*', 'wallets:write'), FOREIGN)).resolves.toBeDefined()
  })

  test('for a foreign beneficiary needs a confirmation of the last five minutes in a session of the portal', async () => {
    await expect(work(confirmedAgo(300_000), FOREIGN)).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    await expect(work(confirmedAgo(299_000), FOREIGN)).resolves.toBeDefined()
    await expect(work(confirmedAgo(86_400_000, 'api'), FOREIGN)).resolves.toBeDefined()
  })

  test('for a wallet of the business needs neither', async () => {
    await expect(work(keyOf('*'), OWN)).resolves.toBeDefined()
    await expect(work(confirmedAgo(86_400_000), OWN)).resolves.toBeDefined()
  })
})

test('a wallet of the coin counts for its token, and a foreign series is paused and resumed without proof', async () => {
  const depositor = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
  const terms = { chain: 'USDC_ETH', amount: 50, business_id: shop.businessId, depositor_address: depositor }
  const own = CreateEscrowInput.parse({ ...terms, beneficiary_address: wallets.merchant.ETH })
  await expect(createEscrow(shop.ctx, { actor: keyOf('*'), address: '203.0.113.7', terms: own })).resolves.toBeDefined()
  const asked = CreateSeriesInput.parse({ ...series, amount: 600, ...named(FOREIGN) })
  const { id } = (await createSeries(shop.ctx, { actor: shop.actor, terms: asked })).series
  for (const status of ['paused', 'active'])
    await expect(
      updateSeries(shop.ctx, { actor: keyOf('*'), changes: UpdateSeriesInput.parse({ id, status, amount: 600 }) }),
    ).resolves.toBeDefined()
})

test('an escrow of nobody takes any beneficiary', async () => {
  const terms = CreateEscrowInput.parse({ chain: 'BTC', amount: 0.01, depositor_address: CUSTOMER, beneficiary_address: FOREIGN })
  expect((await createEscrow(shop.ctx, { actor: undefined, address: '203.0.113.7', terms })).escrow.businessId).toBeNull()
})
