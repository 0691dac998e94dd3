import { openOrm, type Orm } from '@gateway/db/orm'
import { plans } from '@gateway/domain/businesses/plan'
import { createPasswords } from '@gateway/operations/accounts/password'
import type { ApiContext, TokenKeys } from '@gateway/operations/context'
import { cryptoIds } from '@gateway/operations/ids'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { Connection } from '@temporalio/client'
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import type { Config } from './config.ts'
import { createLog } from './http/log.ts'

/** What the api is made of, and how it is taken apart. */
export interface Deps {
  readonly api: ApiContext
  /** Connects at its first use; nothing waits for it but the readiness check. */
  readonly temporal: Connection
  close(): Promise<void>
}

const STATEMENT_TIMEOUT_MS = 5_000

/** Opens what the api needs. @throws {Error} when the database does not answer; Temporal and nodes are not asked. */
export async function openDeps(config: Config): Promise<Deps> {
  const orm = await openOrm({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL, statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  const temporal = Connection.lazy({ address: config.TEMPORAL_ADDRESS })
  return {
    api: apiContext(config, orm),
    temporal,
    close: async () => {
      await temporal.close()
      await orm.close()
    },
  }
}

function apiContext(config: Config, orm: Orm): ApiContext {
  return {
    orm,
    clock: { now: () => new Date() },
    ids: cryptoIds,
    log: createLog(),
    rails: config.rails,
    failpoint: () => {},
    rates: staticRates(config.STATIC_RATES),
    custody: { deploymentId: config.DEPLOYMENT_ID, poolPublicKey: config.POOL_PUBLIC_KEY, platformAddresses: config.PLATFORM_ADDRESSES },
    tokenKeys: tokenKeysOf(config.PUBLIC_BASE_URL, config.MERCHANT_TOKEN_KEY),
    passwords: createPasswords(),
    webhookSealingKey: config.WEBHOOK_SEALING_KEY,
    plans,
    egress: { allow: config.EGRESS_ALLOW },
    // The relay delivers what was written, so a workflow starts at its next look.
    tryNow: () => {},
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
