import { CreateApiKeyInput } from '@gateway/contract/api-keys'
import { openOrm } from '@gateway/db/orm'
import { InvalidApiKey } from '@gateway/domain/accounts/errors'
import { authenticate } from '@gateway/operations/accounts/auth/authenticate'
import { createApiKey } from '@gateway/operations/businesses/api-keys/create-api-key'
import { revokeApiKey } from '@gateway/operations/businesses/api-keys/revoke-api-key'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '../support/rounds.ts'
import { raceFrom } from './barrier.ts'

const APIS = 4
const WAVES = 10
const CALLS_IN_A_WAVE = 25

let shop: TestShop
beforeAll(async () => {
  // Counted ids repeat after sixteen keys.
  shop = await openShop({ ids: cryptoIds }, 0)
})
afterAll(() => closeShop(shop))

test(`R13: an API key revoked during ${APIS * WAVES * CALLS_IN_A_WAVE} or more calls to ${APIS} APIs opens no call that begins after the commit`, async () => {
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  const orms = await Promise.all(Array.from({ length: APIS }, () => openOrm({ url, poolSize: 3 })))
  const apis = orms.map((orm): ApiContext => ({ ...shop.ctx, orm }))
  for (let round = 1; round <= rounds; round++) {
    const { actor, businessId } = shop
    const { key, text } = await createApiKey(shop.ctx, { actor, terms: CreateApiKeyInput.parse({ id: businessId }) })
    await authenticate(shop.ctx, text)
    let revokedAt = Number.POSITIVE_INFINITY
    const revoking = async () => {
      // Set on failure too, so that the waves end.
      await revokeApiKey(shop.ctx, { actor, businessId, keyId: key.id }).finally(() => (revokedAt = performance.now()))
    }
    const [calls] = await raceFrom({ url, table: 'api_key', waiting: APIS + 1 }, () =>
      Promise.all([Promise.all(apis.map((api) => callInWaves(api, text, () => performance.now() > revokedAt))), revoking()]),
    )
    const all = calls.flat()
    const late = all.filter(({ startedAt }) => startedAt > revokedAt)
    expect(all.length).toBeGreaterThanOrEqual(APIS * WAVES * CALLS_IN_A_WAVE)
    expect(late.length).toBeGreaterThan(0)
    expect(late.filter(({ isLetIn }) => isLetIn)).toEqual([])
  }
  await Promise.all(orms.map((orm) => orm.close()))
})

interface Called {
  readonly startedAt: number
  readonly isLetIn: boolean
}

/** Calls in waves, until one begins after the key was revoked. */
async function callInWaves(api: ApiContext, text: string, isRevoked: () => boolean): Promise<Called[]> {
  const called: Called[] = []
  for (let wave = 0, isLate = false; wave < WAVES || !isLate; wave++) {
    isLate = isRevoked()
    called.push(...(await Promise.all(Array.from({ length: CALLS_IN_A_WAVE }, () => callOnce(api, text)))))
  }
  return called
}

async function callOnce(api: ApiContext, text: string): Promise<Called> {
  const startedAt = performance.now()
  try {
    return { startedAt, isLetIn: (await authenticate(api, text)) !== undefined }
  } catch (error) {
    if (!(error instanceof InvalidApiKey)) throw error
    return { startedAt, isLetIn: false }
  }
}
