import { waitFor } from '@gateway/devnet/wait'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startGated } from '../../chaos/harness/gateway.ts'
import type { Ground } from '../../chaos/harness/ground.ts'
import { openJournal } from '../../chaos/harness/journal.ts'
import { startServers } from '../../chaos/harness/servers.ts'
import { openShops } from '../../chaos/harness/shops.ts'
import { median, shownMs } from '../numbers.ts'
import type { Bench, Section } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { type MortalPart, mortalParts } from './parts.ts'

const DEATHS = 5
const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 20
/** What a death leaves behind, as connections and leases, is gone before the next one. */
const REST_MS = 3_000

/** How soon each part of the product does its work again after it was killed. */
export const recovery: Bench = (log) =>
  inTemporaryFolder(async (folder) => {
    const ground: Ground = { folder, journal: openJournal(join(folder, 'journal.jsonl'), () => {}), ends: [] }
    try {
      const servers = await startServers(ground)
      const gated = await startGated(servers, ground)
      // Alone, a worker has nobody to take its work over.
      await gated.secondWorker.stop()
      const shops = await openShops(gated.gateway.api, { servers, webhookUrl: '', payments: DEATHS * DEATHS })
      const rows: string[][] = []
      for (const part of mortalParts({ servers, gated, shop: shops.patient(0) })) {
        const row = rowOf(part, await measure(part))
        log(`recovery: ${row.join(', ')}`)
        rows.push(row)
      }
      return [sectionOf(rows)]
    } finally {
      for (const end of ground.ends.toReversed()) await end()
    }
  })

/** Milliseconds from each death to the first work done. */
async function measure(part: MortalPart): Promise<number[]> {
  const times: number[] = []
  while (times.length < DEATHS) {
    await pause(REST_MS)
    await part.kill()
    const diedAt = performance.now()
    const isDone = await part.give()
    await waitFor(`the ${part.name} to work again`, isDone, { timeoutMs: PATIENCE_MS, everyMs: LOOK_EVERY_MS })
    times.push(performance.now() - diedAt)
  }
  return times
}

const rowOf = ({ name, aimMs }: MortalPart, times: readonly number[]): string[] => [
  name,
  shownMs(median(times)),
  shownMs(Math.max(...times)),
  shownMs(aimMs),
]

const sectionOf = (rows: readonly (readonly string[])[]): Section => ({
  title: 'Recovery',
  intro:
    `Each part killed with SIGKILL ${DEATHS} times and started again a second later: from its death until the first payment is taken (api, Postgres), the chain is read again (worker, alone), ` +
    'the commit of a new payment is pinned (signer), and the run of a new payment is begun and carried on by a worker (Temporal). All processes share the machine.',
  head: ['killed', 'median', 'slowest', 'aim'],
  rows,
})
