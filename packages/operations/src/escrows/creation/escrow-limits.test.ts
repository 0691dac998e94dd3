import { CreateBusinessInput } from '@gateway/contract/businesses'
import { TooManyAttempts } from '@gateway/domain/accounts/errors'
import { defaultThrottles } from '@gateway/domain/accounts/throttle'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBusiness } from '../../businesses/create-business.ts'
import { openEscrow } from '../../testing/test-escrows.ts'
import { seriesOf } from '../../testing/test-series.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

const MOST = 3
const HOUR_MS = 60 * 60 * 1_000
const WEEK = 7 * 24

let shop: TestShop
const throttles = { ...defaultThrottles, escrowsPerBusiness: MOST, escrowsPerAccount: MOST + 1 }
beforeEach(async () => void (shop = await openShop({ throttles })))
afterEach(() => closeShop(shop))

const { create, pass, read } = seriesOf(() => shop)
const own = (business_id: string = shop.businessId) => openEscrow(shop, { actor: shop.actor, business_id })
const reachLimit = async () => {
  for (let opened = 0; opened < MOST; opened += 1) await own()
}

test('a business creates so many escrows in an hour, and is told how long it waits for the next', async () => {
  await reachLimit()
  const refusal: unknown = await own().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(TooManyAttempts)
  expect(refusal).toMatchObject({ usage: { current: MOST, limit: MOST, remaining: 0 }, retryAfterSeconds: 3_600 })
  shop.ctx.clock.advance(HOUR_MS)
  await own()
})

test('a further business of the same account gets no more than the account has left', async () => {
  await reachLimit()
  const { facts } = await createBusiness(shop.ctx, { actor: shop.actor, terms: CreateBusinessInput.parse({ name: 'Further' }) })
  await own(facts.business.id)
  await expect(own(facts.business.id)).rejects.toMatchObject({ usage: { limit: MOST + 1 } })
})

test('series count like the escrows that they open at once, and open their later children whatever else was created', async () => {
  const { series } = await create()
  for (let opened = 1; opened < MOST; opened += 1) await own()
  await expect(create()).rejects.toBeInstanceOf(TooManyAttempts)
  await pass(WEEK)
  await reachLimit()
  await pass(WEEK)
  expect((await read(series.id)).children).toHaveLength(3)
})

test('what is refused for another reason, and what strangers create without a credential, does not count', async () => {
  for (let tried = 0; tried < MOST; tried += 1) {
    await expect(openEscrow(shop, { actor: shop.actor, beneficiary_address: 'nowhere' })).rejects.toBeInstanceOf(InvalidAddress)
    await openEscrow(shop)
  }
  await reachLimit()
})
