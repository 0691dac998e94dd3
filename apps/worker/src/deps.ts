import { createRails } from '@gateway/chains/registry'
import { type Listener, listen } from '@gateway/db/kernel/listen'
import { openOrm } from '@gateway/db/orm'
import type { Context } from '@gateway/operations/context'
import { failpointAt } from '@gateway/operations/failpoint'
import { cryptoIds } from '@gateway/operations/ids'
import { createLog } from '@gateway/operations/log'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { NativeConnection } from '@temporalio/worker'
import type { Config } from './config.ts'

/** What a worker process is made of, and how it is taken apart. */
export interface Deps {
  readonly config: Config
  readonly ctx: Context
  readonly connection: NativeConnection
  readonly news: Listener
  close(): Promise<void>
}

/** Opens what every role needs. @throws {Error} when the database or Temporal does not answer; the supervisor starts the process again. */
export async function openDeps(config: Config): Promise<Deps> {
  const { common } = config
  const orm = await openOrm({ url: common.DATABASE_URL, poolSize: common.DATABASE_POOL })
  const connection = await NativeConnection.connect({ address: common.TEMPORAL_ADDRESS })
  const news = listen(common.DATABASE_URL, ['outbox', 'delivery', 'attempt_signed'])
  const ctx: Context = {
    orm,
    clock: { now: () => new Date() },
    ids: cryptoIds,
    log: createLog(),
    rails: createRails(common),
    rates: staticRates(common.STATIC_RATES),
    failpoint: failpointAt(common.FAILPOINT),
  }
  return {
    config,
    ctx,
    connection,
    news,
    close: async () => {
      await news.close()
      await connection.close()
      await orm.close()
    },
  }
}
