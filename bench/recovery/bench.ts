import { waitFor } from '@gateway/devnet/wait'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startGated } from '@gateway/tests/chaos/harness/gateway'
import type { Ground } from '@gateway/tests/chaos/harness/ground'
import { openJournal } from '@gateway/tests/chaos/harness/journal'
import { startServers } from '@gateway/tests/chaos/harness/servers'
import { openShops } from '@gateway/tests/chaos/harness/shops'
import { median, shownMs } from '../numbers.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { type MortalPart, mortalParts } from './parts.ts'
import { sized } from '../sized.ts'

const DEATHS = sized(5, 1)
const TIMEOUT_MS = 120_000
const POLL_MS = 20
/** Time for connections and leases of a dead process to end before the next kill. */
const REST_MS = 3_000

const text: SectionText = {
  title: 'Recovery',
  intro:
    `Each part is killed with SIGKILL ${DEATHS} times and started again a second later. The time is from its death until the first payment is created (api, Postgres), the chain is read again (worker, alone), ` +
    'the commit of a new payment is pinned (signer), or a worker continues the workflow of a new payment (Temporal). All processes share the machine.',
}

/** How soon each part of the gateway works again after a kill. */
export const recovery: Bench = { sections: [text], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const ground: Ground = { folder, journal: openJournal(join(folder, 'journal.jsonl'), () => {}), ends: [] }
    try {
      const servers = await startServers(ground, { hasLightning: false })
      const gated = await startGated(servers, ground)
      // A second worker would take over the work of the first.
      await gated.secondWorker.stop()
      const { databaseUrl } = gated.around
      const shops = await openShops(gated.gateway.api, {
        servers,
        databaseUrl,
        webhookUrl: '',
        payments: DEATHS * DEATHS,
        cards: 0,
        invoices: 0,
        sends: 0,
      })
      const rows: string[][] = []
      for (const part of mortalParts({ servers, gated, shop: shops.patient(0) })) {
        const row = rowOf(part, await measureDeaths(part))
        log(`recovery: ${row.join(', ')}`)
        rows.push(row)
      }
      return [{ head: ['killed', 'median', 'slowest', 'aim'], rows }]
    } finally {
      for (const end of ground.ends.toReversed()) await end()
    }
  })
}

/** Milliseconds from each death until the part has done its first work. */
async function measureDeaths(part: MortalPart): Promise<number[]> {
  const times: number[] = []
  while (times.length < DEATHS) {
    await pause(REST_MS)
    await part.kill()
    const diedAt = performance.now()
    const isDone = await part.giveWork()
    await waitFor(`the ${part.name} to work again`, isDone, { timeoutMs: TIMEOUT_MS, everyMs: POLL_MS })
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
