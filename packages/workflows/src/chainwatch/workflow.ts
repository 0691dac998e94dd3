import { continueAsNew, proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import { queues } from '../queues.ts'
import { scan } from '../retry.ts'
import type { ScannerActivities } from './activities.ts'
import type { ScannerInput } from './signals.ts'

/** Keeps one long scan running per chain, for ever; the cursor and its lease are in Postgres. */
export async function chainScanner(input: ScannerInput): Promise<never> {
  setCurrentDetails(`Reads **${input.chain}** block by block. The heartbeat of the running activity shows height, head and lag.`)
  const { scanBlocks } = proxyActivities<ScannerActivities>({
    ...scan,
    taskQueue: queues.chain(input.chain),
    summary: `read ${input.chain}`,
  })
  await scanBlocks(input)
  return continueAsNew<typeof chainScanner>(input)
}
