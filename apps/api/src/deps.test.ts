import { tables } from '@gateway/db/tables'
import { defaultRules } from '@gateway/domain/payments/payment-rules'
import { freshDatabase } from '@gateway/testing/database'
import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openDeps } from './deps.ts'
import { MERCHANT_BTC } from './test-server.ts'

const ed25519 = generateKeyPairSync('ed25519')
const x25519 = generateKeyPairSync('x25519')
const spki = (key: typeof ed25519.publicKey) => key.export({ format: 'der', type: 'spki' }).toString('base64')

let url: string
beforeAll(async () => void (url = await freshDatabase()))

const settingsWith = (changes: Record<string, string>) => ({
  DATABASE_URL: url,
  CHAINS: 'BTC',
  BTC_NETWORK: 'regtest',
  PUBLIC_BASE_URL: 'https://pay.example',
  DEPLOYMENT_ID: 'test',
  TEMPORAL_ADDRESS: '127.0.0.1:9',
  MERCHANT_TOKEN_KEY: ed25519.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  POOL_PUBLIC_KEY: spki(ed25519.publicKey),
  WEBHOOK_SEALING_KEY: spki(x25519.publicKey),
  PARTY_TOKEN_KEY: '07'.repeat(32),
  PLATFORM_ADDRESSES: JSON.stringify({ BTC: MERCHANT_BTC }),
  ...changes,
})

/** The payment rules of an API started with these settings, and the rules its database then contains. */
async function start(changes: Record<string, string> = {}) {
  const deps = await openDeps(readConfig(settingsWith(changes)))
  const { paymentRules, plans, paymentWindowSeconds, orm } = deps.api
  const stored = await tables(orm.em.fork()).selectFrom('payment_rules').select('id').execute()
  await deps.close()
  return { paymentRules, plans, paymentWindowSeconds, stored: stored.map(({ id }) => id) }
}

describe('a starting API', () => {
  test('creates payments by the documented rules, which its database already contains', async () => {
    const { paymentRules, paymentWindowSeconds, stored } = await start()
    expect(paymentRules.rules).toEqual(defaultRules)
    expect(stored).toEqual([paymentRules.id])
    expect(paymentWindowSeconds).toBe(900)
  })

  test('stores other rules once before it serves, with the rights of its own database user', async () => {
    const changes = { PAYMENT_RULES: '{"keptBps":9000}', PLANS: '{"starter":{"feeBps":75}}', PAYMENT_WINDOW_SECONDS: '1800' }
    const first = await start(changes)
    expect(first.paymentRules.rules).toEqual({ ...defaultRules, keptBps: 9_000 })
    expect(first.stored).toContain(first.paymentRules.id)
    expect(first).toMatchObject({ plans: { starter: { feeBps: 75, monthlyTransactions: 100 } }, paymentWindowSeconds: 1_800 })
    expect(await start(changes)).toEqual(first)
  })

  test('a starting API has an operator area with a login of its own only where that is set', async () => {
    const without = await openDeps(readConfig(settingsWith({})))
    expect(without.api.desk).toBeUndefined()
    await without.close()
    const deps = await openDeps(readConfig(settingsWith({ OPERATOR_DATABASE_URL: url, TEMPORAL_UI_URL: 'https://temporal.example/' })))
    const userOf = async ({ orm }: Pick<typeof deps.api, 'orm'>) => orm.em.fork().getConnection().execute('SELECT current_user AS name')
    expect(await userOf(deps.api)).toEqual([{ name: 'gw_api' }])
    expect(deps.api.desk && (await userOf(deps.api.desk))).toEqual([{ name: 'gw_operator' }])
    expect(deps.api.desk?.temporalUi).toBe('https://temporal.example')
    await deps.close()
  })
})
