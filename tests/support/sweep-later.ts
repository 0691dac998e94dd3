import { RailsEnv } from '@gateway/chains/env'
import { createRails } from '@gateway/chains/registry'
import { byChain } from '@gateway/chains/settings'
import { openOrm } from '@gateway/db/orm'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { temporalPort } from '@gateway/operations/outbox/temporal-port'
import { sweep } from '@gateway/operations/jobs/sweep'
import { chainSettings } from '@gateway/scripts/stack/settings'
import type { Story } from './story.ts'
import { openTemporal } from './temporal.ts'

/** Runs the relay's sweep with a clock one minute ahead. */
export async function sweepLater(story: Pick<Story, 'around' | 'sql'>): Promise<void> {
  const client = await openTemporal(story)
  const orm = await openOrm({ url: story.around.databaseUrl, poolSize: 2 })
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const clock = { now: () => new Date(Date.now() + 60_000) }
  const rails = createRails(byChain(RailsEnv.parse(chainSettings(story.around))))
  await sweep({
    orm,
    clock,
    ids: cryptoIds,
    log: silent,
    rails,
    rates: { findPrice: async () => undefined },
    publicUrl: 'https://gateway.test',
    forwardCostMultiple: 3,
    failpoint: () => {},
    temporal: temporalPort(() => client),
  })
  await Promise.all([orm.close(), client.connection.close()])
  await story.sql.query('UPDATE outbox SET available_at = now()')
}
