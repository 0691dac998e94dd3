import { CreateBusinessInput, ListBusinessesInput } from '@gateway/contract/businesses'
import { findStoredBusiness } from '@gateway/db/businesses/business-queries'
import { findStoredBusinesses } from '@gateway/db/businesses/creation-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { BusinessRequired, ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticate } from '../accounts/auth/authenticate.ts'
import { storeMerchant, type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { businessScope } from './business-scope.ts'
import { createBusiness } from './create-business.ts'
import { getBusiness } from './get-business.ts'
import { listBusinesses } from './list-businesses.ts'
import { resolveBusiness } from './resolve-business.ts'

let ctx: TestApiContext
let single: Tenant
let several: Tenant
beforeAll(async () => {
  ctx = await testApiContext()
  single = await tenantWith(['Only'])
  several = await tenantWith(['First', 'Second', 'Third'])
})
afterAll(() => ctx.close())

interface Tenant {
  readonly merchant: Actor
  readonly ids: readonly string[]
  readonly keys: readonly Actor[]
}

async function tenantWith(names: readonly string[]): Promise<Tenant> {
  const merchant = await storeMerchant(ctx)
  const ids: string[] = []
  const keys: Actor[] = []
  for (const name of names) {
    const { facts, apiKey } = await createBusiness(ctx, { actor: merchant, terms: CreateBusinessInput.parse({ name }) })
    ctx.clock.advance(1_000)
    ids.push(facts.business.id)
    const actor = await authenticate(ctx, apiKey)
    if (actor) keys.push(actor)
  }
  return { merchant, ids, keys }
}

const inTestMode = (actor: Actor): Actor => ({ ...actor, mode: 'test' })
const at = <T>(list: readonly T[], index: number): T => list[index] ?? expect.fail('missing')

test('a business that is read with others has the same members as one that is read alone', async () => {
  const [id = ''] = single.ids
  const em = ctx.orm.em.fork()
  const asked = { ...businessScope(single.merchant), id }
  expect(await findStoredBusinesses(em, { wanted: [asked] })).toEqual([await findStoredBusiness(em, asked)])
})

describe('a request that names no business', () => {
  test('an API key acts for its own business when none is named', async () => {
    expect((await resolveBusiness(ctx, { actor: at(several.keys, 1) })).id).toBe(several.ids[1])
  })

  test('a merchant token acts for the merchant’s only business when none is named', async () => {
    expect((await resolveBusiness(ctx, { actor: single.merchant })).id).toBe(single.ids[0])
  })

  test('a merchant with several businesses must name one', async () => {
    await expect(resolveBusiness(ctx, { actor: several.merchant })).rejects.toThrow(BusinessRequired)
  })

  test('a merchant without a business gets BUSINESS_REQUIRED with a message that says so', async () => {
    for (const actor of [await storeMerchant(ctx), inTestMode(single.merchant)])
      await expect(resolveBusiness(ctx, { actor })).rejects.toMatchObject({
        code: 'BUSINESS_REQUIRED',
        kind: 'invalid',
        message: 'The merchant has no business yet; create one first',
        details: [{ field: 'business_id', message: 'cannot name one: the merchant has no business yet' }],
      })
  })
})

describe('a request that names a business', () => {
  test('a merchant reaches all of their businesses, a key only its own', async () => {
    for (const businessId of several.ids) expect((await resolveBusiness(ctx, { actor: several.merchant, businessId })).id).toBe(businessId)
    expect((await resolveBusiness(ctx, { actor: at(several.keys, 0), businessId: at(several.ids, 0) })).id).toBe(several.ids[0])
  })

  test('an unknown business and one of another merchant, key or mode get the same error', async () => {
    const attempts = [
      { actor: single.merchant, businessId: at(several.ids, 0) },
      { actor: at(several.keys, 0), businessId: at(several.ids, 1) },
      { actor: inTestMode(single.merchant), businessId: at(single.ids, 0) },
      { actor: single.merchant, businessId: ctx.ids.uuid() },
    ]
    const refusals = await Promise.all(attempts.map((attempt) => resolveBusiness(ctx, attempt).catch((error: unknown) => error)))
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(ForbiddenBusiness)
    expect(new Set(refusals.map(String)).size).toBe(1)
  })
})

describe('reading businesses', () => {
  const list = (actor: Actor, page: object = {}) => listBusinesses(ctx, { actor, page: ListBusinessesInput.parse(page) })
  const names = async (actor: Actor, page: object = {}) => (await list(actor, page)).businesses.map(({ business }) => business.name)

  test('lists all businesses of a merchant, newest first, in pages', async () => {
    expect(await names(several.merchant)).toEqual(['Third', 'Second', 'First'])
    expect(await names(several.merchant, { limit: 1, offset: 1 })).toEqual(['Second'])
    expect((await list(several.merchant, { limit: 1 })).total).toBe(3)
    expect(await list(several.merchant, { offset: 3 })).toEqual({ businesses: [], total: 3 })
  })

  test('lists only the business of a key, and none of the other mode', async () => {
    expect(await names(at(several.keys, 0))).toEqual(['First'])
    expect((await list(at(several.keys, 0))).total).toBe(1)
    expect(await list(inTestMode(several.merchant))).toEqual({ businesses: [], total: 0 })
  })

  test('returns NOT_FOUND alike for unknown businesses and those of another merchant, key or mode', async () => {
    const attempts = [
      { actor: single.merchant, id: at(several.ids, 0) },
      { actor: at(several.keys, 0), id: at(several.ids, 1) },
      { actor: inTestMode(single.merchant), id: at(single.ids, 0) },
      { actor: single.merchant, id: ctx.ids.uuid() },
    ]
    const refusals = await Promise.all(attempts.map((attempt) => getBusiness(ctx, attempt).catch((error: unknown) => error)))
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(NotFound)
    expect(new Set(refusals.map(String)).size).toBe(1)
  })
})
