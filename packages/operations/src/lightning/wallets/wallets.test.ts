import { InvalidField, NotFound } from '@gateway/domain/kernel/error'
import { AddressExists, UsernameTaken } from '@gateway/domain/lightning/errors'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeMerchant } from '../../testing/test-context.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { enableWallet } from './enable-wallet.ts'
import { getNode, getWallet } from './find-wallet.ts'
import { isUsernameAvailable, registerAddress } from './register-address.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 2)))
afterAll(() => closeShop(shop))

const enable = (walletId: string, actor = shop.actor) => enableWallet(shop.ctx, { actor, wish: { walletId } })
const register = (walletId: string, username: string) => registerAddress(shop.ctx, { actor: shop.actor, wish: { walletId, username } })

test('a wallet is enabled once, and is found by its name and its id by nobody else', async () => {
  const { seen, isNew } = await enable('main')
  expect([isNew, seen.wallet.businessId]).toEqual([true, shop.businessId])
  expect(await enable('main')).toEqual({ seen, isNew: false })
  expect(await getNode(shop.ctx, { actor: shop.actor, id: seen.wallet.id })).toEqual(seen)
  const stranger = await storeMerchant(shop.ctx)
  await expect(getWallet(shop.ctx, { actor: stranger, walletId: 'main' })).rejects.toEqual(new NotFound('wallet'))
  await expect(getNode(shop.ctx, { actor: stranger, id: seen.wallet.id })).rejects.toBeInstanceOf(NotFound)
})

test('one name that is enabled fifty times at once is one wallet', async () => {
  const enabled = await Promise.all(Array.from({ length: 50 }, () => enable('busy')))
  expect(new Set(enabled.map(({ seen }) => seen.wallet.id)).size).toBe(1)
  expect(enabled.filter(({ isNew }) => isNew)).toHaveLength(1)
})

test('a test key enables no wallet', async () => {
  await expect(enable('test', { ...shop.actor, mode: 'test' })).rejects.toBeInstanceOf(TestModeNotServed)
})

test('an address is registered for good, and never moves', async () => {
  await Promise.all([enable('first'), enable('second')])
  expect((await register('first', 'mara')).isNew).toBe(true)
  expect((await register('first', 'mara')).isNew).toBe(false)
  await expect(register('first', 'other')).rejects.toEqual(new AddressExists())
  await expect(register('second', 'mara')).rejects.toEqual(new UsernameTaken())
  await expect(register('second', 'support')).rejects.toBeInstanceOf(InvalidField)
  expect(await Promise.all(['mara', 'support', 'free1'].map((username) => isUsernameAvailable(shop.ctx, { username })))).toEqual([
    false,
    false,
    true,
  ])
})

test('of a hundred wallets that want one username at once one gets it (R17)', async () => {
  const names = Array.from({ length: 100 }, (_, place) => `race${place}`)
  await Promise.all(names.map((name) => enable(name)))
  const claims = await Promise.allSettled(names.map((name) => register(name, 'winner')))
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = claims.flatMap((claim) => (claim.status === 'rejected' ? [claim.reason] : []))
  expect(refused.every((reason) => reason instanceof UsernameTaken)).toBe(true)
})
