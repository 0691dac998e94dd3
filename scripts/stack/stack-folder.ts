import { findDevnetOwner, resetDevnet } from '@gateway/devnet/devnet'
import { findOwner, stopLeftover } from '@gateway/devnet/processes/leftover'
import type { Log } from '@gateway/devnet/processes/running'
import { join } from 'node:path'
import { parts } from './programs.ts'

/** The folders of the gateway's own processes in a data folder. */
const placesOf = (dataDir: string) => parts.map((name) => ({ name, folder: join(dataDir, name) }))

/** The running process whose stack uses a data folder; undefined when none does, even if a killed one left its servers behind. */
export const findStackOwner = (dataDir: string): number | undefined =>
  findDevnetOwner(dataDir) ??
  placesOf(dataDir)
    .map(findOwner)
    .find((pid) => pid !== undefined)

/** Stops the gateway's processes that a killed stack left behind, so that they no longer hold its ports. */
export async function stopLeftParts(dataDir: string, log: Log): Promise<void> {
  for (const place of placesOf(dataDir)) await stopLeftover({ ...place, stopSignal: 'SIGTERM', log })
}

/** Deletes the data folder of a stack, after stopping what a killed one left running. @throws {AlreadyRunning} when a running stack uses it. */
export async function resetStack(dataDir: string, log: Log): Promise<void> {
  await stopLeftParts(dataDir, log)
  await resetDevnet(dataDir, log)
}
