import { createRails } from '@gateway/chains/registry'
import { type Listener, listen } from '@gateway/db/kernel/listen'
import { openOrm, type Orm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import type { Context } from '@gateway/operations/kernel/context'
import { failpointAt } from '@gateway/operations/kernel/failpoints'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { createLog } from '@gateway/operations/kernel/log'
import { openRates } from '@gateway/operations/rates/open-rates'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import type { NativeConnection } from '@temporalio/worker'
import type { Config } from './config.ts'
import type { Role } from './env.ts'
import type { WorkerMetrics } from './metrics/worker-metrics.ts'

/** The dependencies of a role. */
export interface Deps {
  readonly config: Config
  /** Uses the database user of the role. */
  readonly ctx: Context
  /** Connects to Temporal, once, however long that takes; a process whose roles need none does not. */
  readonly temporal: () => Promise<NativeConnection>
  readonly news: Listener
  readonly metrics: WorkerMetrics
}

/** The dependencies shared by the roles of a process, and how to close them. */
export interface SharedDeps {
  readonly ctx: Omit<Context, 'orm' | 'rates'>
  /** The dependencies of a role. @throws {Error} when the database does not answer, or does not know the role's user. */
  as(role: Role): Promise<Deps>
  close(): Promise<void>
}

/** What the roles are notified of. */
const channels = [
  'outbox',
  'delivery',
  'attempt_signed',
  'committed',
  'rates',
  'webhook_test',
  'decision',
  'payouts_planned',
  'address_asked',
  'address_answered',
  'processor_due',
  'lightning_due',
  'issuer_due',
]

/** Opens the shared dependencies. */
export async function openDeps(config: Config, metrics: WorkerMetrics): Promise<SharedDeps> {
  const { common } = config
  const closing = new AbortController()
  const ctx = contextOf(config)
  let connection: Promise<NativeConnection> | undefined
  // Loaded on demand: a process whose roles need no Temporal does not load its SDK.
  const temporal = () => (connection ??= import('./connect-temporal.ts').then(({ connectTemporal }) => connectTemporal(config, connecting)))
  const connecting = { log: ctx.log, closing: closing.signal }
  const [firstRole] = common.WORKER_ROLES
  if (!firstRole) throw new Error('a worker has at least one role')
  const news = listen(loginAs(firstRole, common.DATABASE_URL), channels)
  const orms: Orm[] = []
  return {
    ctx,
    as: async (role) => {
      const database = { url: loginAs(role, common.DATABASE_URL), poolSize: common.DATABASE_POOL }
      const orm = await openOrm({ ...database, onPool: metrics.watchPool })
      orms.push(orm)
      metrics.watchSweeps(orm)
      const rates = openRates(common.STATIC_RATES, { orm, news })
      return { config, ctx: { ...ctx, orm, rates }, temporal, news, metrics }
    },
    close: async () => {
      await news.close()
      closing.abort()
      await (await connection?.catch(() => undefined))?.close()
      await Promise.all(orms.map((orm) => orm.close()))
    },
  }
}

const contextOf = ({ common }: Config): Omit<Context, 'orm' | 'rates'> => ({
  clock: systemClock,
  ids: cryptoIds,
  log: createLog(),
  rails: createRails(common),
  forwardCostMultiple: common.FORWARD_COST_MULTIPLE,
  publicUrl: common.PUBLIC_BASE_URL,
  failpoint: failpointAt(common.FAILPOINT),
})
