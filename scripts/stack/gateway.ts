import { startChild, takeFolder } from '@gateway/devnet/processes/child'
import { freePort } from '@gateway/devnet/processes/port'
import type { Log, Running } from '@gateway/devnet/processes/running'
import { waitFor } from '@gateway/devnet/wait'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { custodyOf } from './custody.ts'
import { commandOf, type Part, parts } from './programs.ts'
import { apiSettings, type CustodyPublic, type Settings, signerSettings, type Surroundings, workerSettings } from './settings.ts'

/** A gateway in processes of its own, each of which can be stopped, killed and started again. */
export interface Gateway {
  /** Origin of the api. */
  readonly api: string
  readonly custody: CustodyPublic
  pid(part: Part): number | undefined
  /** Starts a part that does not run; `extra` settings are laid over its own. */
  start(part: Part, extra?: Settings): Promise<void>
  /** Ends a part at once, as a crash would. */
  kill(part: Part): Promise<void>
  /** Gives the exit code of a part when it has ended, null when a signal ended it, undefined when it was never started. */
  ended(part: Part): Promise<number | null | undefined>
  stop(): Promise<void>
}

/** How a gateway is started. */
export interface GatewayOptions {
  readonly around: Surroundings
  readonly port?: number
  readonly log: Log
  /** Parts that end are started again, as a supervisor would. */
  readonly supervised?: boolean
}

const RESTART_MS = 1_000

/**
 * Seals a seed at the first start, then starts signer, worker and api side by side.
 *
 * @throws {Error} when one of them does not start; the others are stopped before.
 */
export async function startGateway({ around, port, log, supervised = false }: GatewayOptions): Promise<Gateway> {
  const custody = await custodyOf(around, log)
  const listenPort = port || (await freePort())
  const api = `http://127.0.0.1:${listenPort}`
  const settings: Record<Part, Settings> = {
    api: apiSettings(around, { port: listenPort, custody }),
    worker: workerSettings(around, custody),
    signer: signerSettings(around),
  }
  const started = overseer({
    log,
    supervised,
    launch: (part, extra) => launch({ part, api, around, log, settings: { ...settings[part], ...extra } }),
  })
  const results = await Promise.allSettled(parts.map((part) => started.start(part)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) {
    await started.stop()
    throw failed.reason
  }
  return { api, custody, ...started }
}

interface Launch {
  readonly part: Part
  readonly api: string
  readonly around: Surroundings
  readonly log: Log
  readonly settings: Settings
}

async function launch({ part, api, around, log, settings }: Launch): Promise<Running> {
  const folder = join(around.dataDir, part)
  mkdirSync(folder, { recursive: true })
  await takeFolder({ name: part, folder, log })
  return startChild({
    name: part,
    folder,
    ...commandOf(part, { folder, built: around.built }),
    env: settings,
    isReady: part === 'api' ? () => answers(`${api}/health/live`) : async () => true,
    log,
  })
}

interface Oversight {
  readonly log: Log
  readonly supervised: boolean
  readonly launch: (part: Part, extra: Settings) => Promise<Running>
}

/** Keeps track of the parts, and starts again what ended if it is asked to. */
function overseer({ log, supervised, launch: launchPart }: Oversight): Omit<Gateway, 'api' | 'custody'> {
  const running = new Map<Part, Running>()
  let stopping = false
  const start = async (part: Part, extra: Settings = {}): Promise<void> => {
    const child = await launchPart(part, extra)
    running.set(part, child)
    if (stopping) return child.stop()
    if (supervised) void child.exited.then(() => restart(part, child))
  }
  const restart = async (part: Part, ended: Running): Promise<void> => {
    if (stopping || running.get(part) !== ended) return
    log(`${part}: ended, starting it again`)
    while (!stopping && running.get(part) === ended) {
      await pause(RESTART_MS)
      if (!stopping) await start(part).catch((error: unknown) => log(`${part}: ${String(error)}`))
    }
  }
  return {
    start,
    pid: (part) => running.get(part)?.pid,
    ended: async (part) => running.get(part)?.exited,
    kill: async (part) => {
      const child = running.get(part)
      if (child) process.kill(child.pid, 'SIGKILL')
      await child?.exited
    },
    stop: async () => {
      stopping = true
      await Promise.all([...running.values()].map((child) => child.stop()))
    },
  }
}

/** Resolves when the api says that database, workflows, signer and every chain are in order. */
export async function untilReady(gateway: Pick<Gateway, 'api'>): Promise<void> {
  await waitFor('the gateway to be ready', () => answers(`${gateway.api}/health/ready`), { timeoutMs: 240_000 })
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}
