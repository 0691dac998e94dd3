import { mkdirSync, realpathSync } from 'node:fs'
import type { ComponentName } from '../downloads/pins.ts'
import { resolveBinary } from '../downloads/resolve.ts'
import { takeFolder } from './child.ts'
import { choosePort } from './port.ts'
import type { Log } from './running.ts'

/** Where a server keeps its data, on which port it listens, and who hears of its progress. */
interface ServerPlace {
  readonly dataDir: string
  readonly port?: number | undefined
  readonly log: Log
}

/**
 * Makes a server ready to be started: its program is on this machine, its folder exists and is no running server's, and its port is free.
 * @throws {Error} as `resolveBinary`, `takeFolder` and `choosePort` do.
 */
export async function prepareServer(
  name: ComponentName,
  { dataDir, port: wanted, log }: ServerPlace,
): Promise<{ folder: string; command: string; port: number }> {
  mkdirSync(dataDir, { recursive: true })
  const folder = realpathSync(dataDir)
  const { path: command } = await resolveBinary(name, { log })
  await takeFolder({ name, folder, log })
  return { folder, command, port: await choosePort({ folder, name, port: wanted }) }
}
