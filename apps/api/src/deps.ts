import { listen, type Listener } from '@gateway/db/kernel/listen'
import { openOrm, type Orm, type PoolUse } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { openTokenKeys } from '@gateway/operations/accounts/auth/merchant-token'
import { forgetThrottles } from '@gateway/operations/accounts/auth/throttle'
import { forgetTickets } from '@gateway/operations/accounts/factors/sign-in-ticket'
import { createPasswords } from '@gateway/operations/accounts/passwords/password'
import { forgetExpired } from '@gateway/operations/oauth/forget-expired'
import { openProvider } from '@gateway/operations/oauth/provider/open-provider'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { askChains, forgetAddressQuestions } from '@gateway/operations/businesses/wallets/ask-chains'
import { awaitPins } from '@gateway/operations/custody/pins/await-pins'
import { failpointAt } from '@gateway/operations/kernel/failpoints'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { deleteExpiredResponses } from '@gateway/operations/idempotency/idempotency-keys'
import { createLog } from '@gateway/operations/kernel/log'
import { storeRules, type StoredRules } from '@gateway/operations/payments/rules/store-rules'
import { openRates } from '@gateway/operations/rates/open-rates'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import { Connection } from '@temporalio/client'
import type { ServerContext } from './context.ts'
import { createPaymentStreams } from './http/streams/payment-streams.ts'
import { createLimiter } from './http/limits/rate-limit.ts'
import type { Config } from './config.ts'
import { providerPages } from './oauth/provider-pages.ts'
import { openDesk } from './operator/desk.ts'
import { outboxFastPath } from './outbox-fast-path.ts'

/** The API's dependencies, and how to close them. */
export interface Deps {
  readonly api: ServerContext
  /** Connects at its first use; only the readiness check waits for it. */
  readonly temporal: Connection
  close(): Promise<void>
}

const TIMEOUTS = { statementTimeoutMs: 5_000, lockTimeoutMs: 2_000 } as const
const OPERATOR_POOL = 3
/** What other roles answer, and what open streams wait for. */
const CHANNELS = [
  'pinned',
  'payment',
  'rates',
  'webhook_test_ended',
  'decision_ended',
  'address_answered',
  'processor_answered',
  'lightning_answered',
  'issuer_answered',
] as const
const HOUR_MS = 60 * 60 * 1_000
const FORGET_INTERVAL_MS = 10 * 60 * 1_000
// By default gRPC waits up to two minutes before it reconnects.
const RECONNECT = { 'grpc.initial_reconnect_backoff_ms': 200, 'grpc.max_reconnect_backoff_ms': 2_000 }

const deskSettings = (config: Config) => ({
  temporalUi: config.TEMPORAL_UI_URL,
  refundLinkDays: config.RETURN_LINK_DAYS,
  lightningCapSats: config.LIGHTNING_HOT_BALANCE_SATS,
})

/**
 * Opens the API's dependencies, and stores the rules of new payments.
 * Calls to Temporal are made once: the relay repeats failed ones, and a retry could still be pending when the connection closes.
 * @throws {Error} when the database does not answer; Temporal and nodes are not contacted.
 */
export async function openDeps(config: Config, onPool: (pool: PoolUse) => void = () => {}): Promise<Deps> {
  const url = loginAs('api', config.DATABASE_URL)
  const orm = await openOrm({ url, poolSize: config.DATABASE_POOL, ...TIMEOUTS, onPool })
  const paymentRules = await storeRules({ orm, clock: systemClock }, config.PAYMENT_RULES)
  const temporal = Connection.lazy({ address: config.TEMPORAL_ADDRESS, channelArgs: RECONNECT, interceptors: [] })
  const news = listen(url, CHANNELS)
  const context = apiContext(config, { orm, news, paymentRules })
  const streams = createPaymentStreams(context, news)
  const limiter = createLimiter(context, config.RATE_LIMITS)
  const forgetting = setInterval(() => void forgetOld(context), FORGET_INTERVAL_MS)
  const operators = await openOperators(config)
  const tryNow = outboxFastPath(context, { connection: temporal, namespace: config.TEMPORAL_NAMESPACE })
  return {
    api: {
      ...context,
      tryNow,
      limiter,
      openid: openProvider(context, providerPages),
      streams,
      trustedProxies: config.TRUSTED_PROXIES,
      processorSecrets: config.STRIPE_WEBHOOK_SECRETS,
      refundHoldHours: config.RETURN_HOLD_HOURS,
      desk: operators && openDesk(context, { orm: operators, ...deskSettings(config) }),
    },
    temporal,
    close: async () => {
      limiter.close()
      clearInterval(forgetting)
      await temporal.close()
      await news.close()
      await operators?.close()
      await orm.close()
    },
  }
}

const forgetOld = (context: Omit<ApiContext, 'tryNow'>): Promise<unknown> =>
  Promise.allSettled(
    [deleteExpiredResponses, forgetThrottles, forgetTickets, forgetAddressQuestions, forgetExpired].map((forget) => forget(context)),
  )

/** A small pool of the operators' database user, so that the api's own user keeps its few rights; undefined where the area is off. */
async function openOperators({ OPERATOR_DATABASE_URL: url }: Config): Promise<Orm | undefined> {
  return url === undefined ? undefined : openOrm({ url: loginAs('operator', url), poolSize: OPERATOR_POOL, ...TIMEOUTS })
}

interface Opened {
  readonly orm: Orm
  readonly news: Listener
  readonly paymentRules: StoredRules
}

function apiContext(config: Config, { orm, news, paymentRules }: Opened): Omit<ApiContext, 'tryNow'> {
  return {
    orm,
    clock: systemClock,
    ids: cryptoIds,
    log: createLog(),
    rails: config.rails,
    failpoint: failpointAt(config.FAILPOINT),
    rates: openRates(config.STATIC_RATES, { orm, news }),
    forwardCostMultiple: config.FORWARD_COST_MULTIPLE,
    publicUrl: config.PUBLIC_BASE_URL,
    custody: config.custody,
    tokenKeys: openTokenKeys({ issuer: config.PUBLIC_BASE_URL, privateKey: config.MERCHANT_TOKEN_KEY }),
    partyTokenKeys: config.PARTY_TOKEN_KEY,
    passwords: createPasswords(),
    webhookSealingKey: config.WEBHOOK_SEALING_KEY,
    plans: config.PLANS,
    paymentRules,
    paymentWindowSeconds: config.PAYMENT_WINDOW_SECONDS,
    throttles: config.THROTTLES,
    emailLimits: config.EMAIL_LIMITS,
    walletDelayMs: config.WALLET_DELAY_HOURS * HOUR_MS,
    refundLinkDays: config.RETURN_LINK_DAYS,
    refundOfferDays: config.REFUND_OFFER_DAYS,
    egress: { allow: config.EGRESS_ALLOW },
    awaitPin: awaitPins(orm, news),
    askChain: askChains({ orm, clock: systemClock, news }),
    hear: (wanted) => news.next(wanted),
  }
}
