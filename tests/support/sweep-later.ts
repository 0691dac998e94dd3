import { createRails } from '@gateway/chains/registry'
import { openOrm } from '@gateway/db/orm'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { temporalPort } from '@gateway/operations/outbox/temporal-port'
import { freshCursors } from '@gateway/operations/payments/page-cursors'
import { sweep } from '@gateway/operations/jobs/sweep'
import type { Story } from './story.ts'
import { openTemporal } from './temporal.ts'

/** Runs the relay's sweep with a clock one minute ahead. */
export async function sweepLater(story: Pick<Story, 'around' | 'sql'>): Promise<void> {
  const client = await openTemporal(story)
  const orm = await openOrm({ url: story.around.databaseUrl, poolSize: 2 })
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const clock = { now: () => new Date(Date.now() + 60_000) }
  const { ethereumChainId, contracts } = story.around
  const rails = createRails({
    CHAINS: ['BTC', 'ETH'],
    chains: {
      BTC: { NETWORK: 'regtest' },
      ETH: { CHAIN_ID: ethereumChainId, DEPOSIT_FACTORY: contracts.factory, USDC_ADDRESS: contracts.usdc },
    },
  })
  await sweep(
    {
      orm,
      clock,
      ids: cryptoIds,
      log: silent,
      rails,
      rates: { findPrice: async () => undefined },
      publicUrl: 'https://gateway.test',
      forwardCostMultiple: 3,
      failpoint: () => {},
      temporal: temporalPort(client),
    },
    freshCursors(),
  )
  await Promise.all([orm.close(), client.connection.close()])
  await story.sql.query('UPDATE outbox SET available_at = now()')
}
