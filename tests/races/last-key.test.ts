import { CreateApiKeyInput } from '@gateway/contract/api-keys'
import { CreateBusinessInput } from '@gateway/contract/businesses'
import { openOrm } from '@gateway/db/orm'
import { TooManyBusinesses, TooManyKeys } from '@gateway/domain/businesses/errors'
import { MAX_ACTIVE_KEYS, MAX_BUSINESSES } from '@gateway/domain/businesses/limits'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { createApiKey } from '@gateway/operations/businesses/api-keys/create-api-key'
import { createBusiness } from '@gateway/operations/businesses/create-business'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rounds } from '../support/rounds.ts'
import { raceFrom } from './barrier.ts'

const CALLERS = 4

let shop: TestShop
beforeEach(async () => {
  shop = await openShop({ ids: cryptoIds }, 0)
})
afterEach(() => closeShop(shop))

const openBusiness = async (api: ApiContext): Promise<string> =>
  (await createBusiness(api, { actor: shop.actor, terms: CreateBusinessInput.parse({ name: 'Shop' }) })).facts.business.id

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let turn = 1; turn <= count; turn++) await work()
}

/** The outcome of each of several APIs that count at the same moment, each with its own connection. */
async function race(table: string, work: (api: ApiContext) => Promise<unknown>): Promise<unknown[]> {
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  const orms = await Promise.all(Array.from({ length: CALLERS }, () => openOrm({ url, poolSize: 2 })))
  const answers = await raceFrom({ url, table, waiting: CALLERS }, () =>
    Promise.all(
      orms.map((orm) =>
        work({ ...shop.ctx, orm }).then(
          () => 'made',
          (reason: unknown) => reason,
        ),
      ),
    ),
  )
  await Promise.all(orms.map((orm) => orm.close()))
  return answers
}

test(`exactly one of ${CALLERS} concurrent callers creates the last API key of a business`, async () => {
  for (let round = 1; round <= rounds; round++) {
    const terms = CreateApiKeyInput.parse({ id: await openBusiness(shop.ctx) })
    const make = (api: ApiContext) => createApiKey({ ...api, address: '203.0.113.7', browser: 'curl' }, { actor: shop.actor, terms })
    await times(MAX_ACTIVE_KEYS - 2, () => make(shop.ctx))
    const answers = await race('api_key', make)
    expect(answers.filter((answer) => answer === 'made')).toHaveLength(1)
    expect(answers.filter((answer) => answer instanceof TooManyKeys)).toHaveLength(CALLERS - 1)
  }
})

test(`exactly one of ${CALLERS} concurrent callers creates the last business of a merchant`, async () => {
  await times(MAX_BUSINESSES - 2, () => openBusiness(shop.ctx))
  const answers = await race('business', openBusiness)
  expect(answers.filter((answer) => answer === 'made')).toHaveLength(1)
  expect(answers.filter((answer) => answer instanceof TooManyBusinesses)).toHaveLength(CALLERS - 1)
})
