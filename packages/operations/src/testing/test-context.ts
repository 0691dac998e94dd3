import { createRails } from '@gateway/chains/registry'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Requester } from '@gateway/domain/accounts/requester'
import { defaultEmailLimits } from '@gateway/domain/accounts/email'
import { defaultThrottles } from '@gateway/domain/accounts/throttle'
import { defaultForwarding } from '@gateway/domain/custody/rules'
import { plans } from '@gateway/domain/businesses/plan'
import { defaultRules } from '@gateway/domain/payments/payment-rules'
import { paymentWindow } from '@gateway/domain/payments/rules'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { type TestClock, testClock } from '@gateway/testing/clock'
import { cleanOrm } from '@gateway/testing/clean-orm'
import { closeAndDrop, freshOrm } from '@gateway/testing/database'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { derivePartyTokenKeys } from '../custody/evidence/party-tokens.ts'
import { createPasswords } from '../accounts/passwords/password.ts'
import type { ApiContext, Log } from '../kernel/context.ts'
import { cryptoIds } from '../kernel/ids.ts'
import { storeRules } from '../payments/rules/store-rules.ts'

/** The context of operations in tests: a database of its own, real rails without nodes, a clock that tests advance. */
export interface TestApiContext extends ApiContext, Requester {
  readonly clock: TestClock
  /** Opens boxes that the api has sealed to the webhooks role. */
  readonly webhookOpeningKey: KeyObject
  close(): Promise<void>
}

const LOOK_MS = 20
/** Of api and signer alike. */
const testTokenKeys = derivePartyTokenKeys(Buffer.alloc(32, 7))
const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

const rails = () =>
  createRails({
    CHAINS: ['BTC', 'ETH'],
    chains: {
      BTC: { NETWORK: 'regtest' },
      ETH: {
        CHAIN_ID: 31_337,
        DEPOSIT_FACTORY: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        USDC_ADDRESS: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      },
    },
  })

const limits = {
  plans,
  paymentWindowSeconds: paymentWindow.defaultSeconds,
  throttles: defaultThrottles,
  emailLimits: defaultEmailLimits,
  walletDelayMs: 0,
  refundLinkDays: 30,
  refundOfferDays: 14,
} as const

/** A context for one test file; `changes` replace parts of it, `database` says how its database is reached. */
export async function testApiContext(
  changes: Partial<ApiContext> = {},
  database?: Parameters<typeof freshOrm>[0],
): Promise<TestApiContext> {
  const { orm, giveBack } = await (database ? ownOrm(database) : cleanOrm())
  const clock = testClock()
  const sealing = generateKeyPairSync('x25519')
  return {
    orm,
    ids: cryptoIds,
    log: silent,
    rails: rails(),
    failpoint: () => {},
    rates: staticRates({ 'BTC/USD': '60000', 'ETH/USD': '2500', 'USDC/USD': '1', 'USD/EUR': '0.92' }),
    publicUrl: 'https://gateway.test',
    forwardCostMultiple: defaultForwarding.costMultiple,
    custody: { deploymentId: 'test', poolPublicKey: generateKeyPairSync('ed25519').publicKey, platformAddresses: {}, deciderAddresses: {} },
    tokenKeys: { issuer: 'https://gateway.test', kid: 'key-1', ...generateKeyPairSync('ed25519') },
    partyTokenKeys: testTokenKeys,
    passwords: createPasswords(),
    webhookSealingKey: sealing.publicKey,
    ...limits,
    paymentRules: await storeRules({ orm, clock }, defaultRules),
    address: '203.0.113.7',
    browser: 'Firefox on Linux',
    egress: { allow: [] },
    tryNow: () => {},
    hear: ({ ms }) => pause(Math.min(ms, LOOK_MS)),
    awaitPin: () => Promise.resolve('missing'),
    askChain: () => Promise.resolve('wallet'),
    ...changes,
    clock,
    webhookOpeningKey: sealing.privateKey,
    close: async () => giveBack(),
  }
}

async function ownOrm(database: Parameters<typeof freshOrm>[0]) {
  const orm = await freshOrm(database)
  return { orm, giveBack: () => closeAndDrop(orm) }
}

/** A merchant that may act, with a confirmed address, without the cost of a password. */
export async function storeMerchant(
  ctx: TestApiContext,
  { emailVerifiedAt = ctx.clock.now() }: { emailVerifiedAt?: Date | null } = {},
): Promise<Extract<Actor, { kind: 'merchant' }>> {
  const id = ctx.ids.uuid()
  const row = { id, email: `${id}@shop.example`, passwordHash: 'none', name: null, createdAt: ctx.clock.now() }
  await tables(ctx.orm.em.fork())
    .insertInto('merchant')
    .values({ ...row, emailVerifiedAt })
    .execute()
  const session = { openedIn: 'api', confirmedAt: ctx.clock.now(), hasSecondFactor: false } as const
  return { kind: 'merchant', merchantId: id, mode: 'live', sessionId: ctx.ids.uuid(), ...session }
}
