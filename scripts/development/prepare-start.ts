import type { Log } from '@gateway/devnet/processes/running'
import { type PortState, probePort } from '@gateway/devnet/processes/port'
import { accessSync, constants, mkdirSync, rmSync } from 'node:fs'
import { removeDevFile } from '../stack/dev-file.ts'
import { findStackOwner, resetStack, stopLeftParts } from '../stack/stack-folder.ts'
import { CannotStart } from './cannot-start.ts'
import { inUse } from './in-use.ts'
import { startFolderIn } from './start-folder.ts'
import { shownFolder, type StartOptions, typed } from './start-options.ts'

const MAX_PORTS_TRIED = 50

/**
 * Makes a folder and a port ready for a start: the folder is no running stack's and can be written, what a killed one left running is stopped, and
 * the port is free. Nothing of a running stack is touched.
 *
 * @throws {CannotStart}
 */
export async function prepareStart(options: StartOptions, log: Log): Promise<void> {
  const { dataDir, port } = options
  const owner = findStackOwner(dataDir)
  if (owner !== undefined) throw inUse(options, owner)
  requireFolder(dataDir)
  if (options.isReset) {
    await resetStack(dataDir, log)
    log('reset: starting with empty data')
  } else await stopLeftParts(dataDir, log)
  forgetKilled(dataDir)
  if (port > 0) await requirePort(options)
}

/** Removes what a killed stack left about itself: no process runs it any more. */
function forgetKilled(dataDir: string): void {
  removeDevFile(dataDir)
  rmSync(startFolderIn(dataDir), { recursive: true, force: true })
}

function requireFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (cause) {
    throw new CannotStart(`${shownFolder(dataDir)} cannot be written: set DATA_DIR to a folder of your own`, { cause })
  }
}

async function requirePort(options: StartOptions): Promise<void> {
  const found = await probeName(options.port)
  if (found === 'free') return
  const why = found === 'taken' ? 'is taken by another program' : 'is reserved for root'
  throw new CannotStart(`Port ${options.port} ${why}: use another one: ${typed(options, { PORT: await nextFree(options.port) })}`)
}

/** The gateway listens at the first of these, and a browser that looks for `localhost` may find another program at the second. */
const LOCALHOST = ['127.0.0.1', '::1']

async function probeName(port: number): Promise<PortState> {
  const found = await Promise.all(LOCALHOST.map((host) => probePort(port, host)))
  return found.find((state) => state !== 'free') ?? 'free'
}

/** The next free port; 0, which means any, where there is none near. */
async function nextFree(taken: number): Promise<number> {
  const first = Math.max(taken + 1, 1_024)
  for (let port = first; port < first + MAX_PORTS_TRIED; port += 1) if ((await probeName(port).catch(() => 'taken')) === 'free') return port
  return 0
}
