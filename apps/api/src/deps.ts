import { openOrm, type Orm } from '@gateway/db/orm'
import { plans } from '@gateway/domain/businesses/plan'
import { createPasswords } from '@gateway/operations/accounts/password'
import type { ApiContext, TokenKeys } from '@gateway/operations/context'
import { failpointAt } from '@gateway/operations/failpoint'
import { cryptoIds } from '@gateway/operations/ids'
import { createLog } from '@gateway/operations/log'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { Connection } from '@temporalio/client'
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import type { Config } from './config.ts'
import { deliverSoon } from './deliver-soon.ts'

/** What the api is made of, and how it is taken apart. */
export interface Deps {
  readonly api: ApiContext
  /** Connects at its first use; nothing waits for it but the readiness check. */
  readonly temporal: Connection
  close(): Promise<void>
}

const STATEMENT_TIMEOUT_MS = 5_000
// Left alone, gRPC waits up to two minutes before it looks for a server again.
const RECONNECT = { 'grpc.initial_reconnect_backoff_ms': 200, 'grpc.max_reconnect_backoff_ms': 2_000 }

/**
 * Opens what the api needs.
 *
 * Calls to Temporal are made once: what fails is the relay's to repeat, and a repetition could still be waiting when the connection closes.
 *
 * @throws {Error} when the database does not answer; Temporal and nodes are not asked.
 */
export async function openDeps(config: Config): Promise<Deps> {
  const orm = await openOrm({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL, statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  const temporal = Connection.lazy({ address: config.TEMPORAL_ADDRESS, channelArgs: RECONNECT, interceptors: [] })
  const context = apiContext(config, orm)
  return {
    api: { ...context, tryNow: deliverSoon(context, { connection: temporal, namespace: config.TEMPORAL_NAMESPACE }) },
    temporal,
    close: async () => {
      await temporal.close()
      await orm.close()
    },
  }
}

function apiContext(config: Config, orm: Orm): Omit<ApiContext, 'tryNow'> {
  return {
    orm,
    clock: { now: () => new Date() },
    ids: cryptoIds,
    log: createLog(),
    rails: config.rails,
    failpoint: failpointAt(config.FAILPOINT),
    rates: staticRates(config.STATIC_RATES),
    custody: { deploymentId: config.DEPLOYMENT_ID, poolPublicKey: config.POOL_PUBLIC_KEY, platformAddresses: config.PLATFORM_ADDRESSES },
    tokenKeys: tokenKeysOf(config.PUBLIC_BASE_URL, config.MERCHANT_TOKEN_KEY),
    passwords: createPasswords(),
    webhookSealingKey: config.WEBHOOK_SEALING_KEY,
    plans,
    egress: { allow: config.EGRESS_ALLOW },
  }
}

const KID_LENGTH = 16

/** The key id follows from the key, so that a new key never goes by an old name. */
function tokenKeysOf(issuer: string, privateKey: KeyObject): TokenKeys {
  const publicKey = createPublicKey(privateKey)
  const kid = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64url')
    .slice(0, KID_LENGTH)
  return { issuer, kid, privateKey, publicKey }
}
