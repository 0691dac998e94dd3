import { startChild, takeFolder } from '@gateway/devnet/processes/child'
import type { Log, Running } from '@gateway/devnet/processes/running'
import { waitFor } from '@gateway/devnet/wait'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { custodyOf } from './custody.ts'
import { commandOf, type Part, parts } from './programs.ts'
import type { LightningPlace } from './lightning-settings.ts'
import {
  apiSettings,
  type CustodyPublic,
  payerSettings,
  type Settings,
  signerSettings,
  type ServedSurroundings,
  workerSettings,
} from './settings.ts'

/** A gateway in separate processes, each of which can be stopped, killed and restarted. */
export interface Gateway {
  /** Origin of the API. */
  readonly api: string
  readonly custody: CustodyPublic
  pid(part: Part): number | undefined
  /** Starts a stopped part; `extra` settings override its own. */
  start(part: Part, extra?: Settings): Promise<void>
  /** Serves Lightning from now on: the worker starts again with the node, and the paying part starts. */
  serveLightning(lightning: LightningPlace): Promise<void>
  /** Kills a part. */
  kill(part: Part): Promise<void>
  /** Resolves with the exit code of a part; null after a signal, undefined when it was never started. */
  ended(part: Part): Promise<number | null | undefined>
  stop(): Promise<void>
}

/** Options of a gateway's start. */
export interface GatewayOptions {
  readonly around: ServedSurroundings
  readonly log: Log
  /** Restarts parts that end, as a supervisor would. */
  readonly supervised?: boolean
}

const RESTART_MS = 1_000

/**
 * Seals a seed at the first start, then starts signer, worker and API concurrently.
 *
 * @throws {Error} when one of them fails to start, after stopping the others.
 */
export async function startGateway({ around: given, log, supervised = false }: GatewayOptions): Promise<Gateway> {
  const custody = await custodyOf(given, log)
  const api = given.publicUrl
  let around = given
  const settings: Record<Part, () => Settings> = {
    api: () => apiSettings(around, { port: Number(new URL(api).port), custody }),
    worker: () => workerSettings(around, custody),
    signer: () => signerSettings(around),
    'ln-pay': () => payerSettings(around),
  }
  const started = overseer({
    log,
    supervised,
    launch: (part, extra) => launch({ part, api, around, log, settings: { ...settings[part](), ...extra } }),
  })
  const results = await Promise.allSettled(parts.filter((part) => part !== 'ln-pay' || around.lightning).map((part) => started.start(part)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) {
    await started.stop()
    throw failed.reason
  }
  const serveLightning = async (lightning: LightningPlace): Promise<void> => {
    around = { ...around, lightning }
    await started.again('worker')
    await started.again('ln-pay')
  }
  return { api, custody, serveLightning, ...started }
}

interface Launch {
  readonly part: Part
  readonly api: string
  readonly around: ServedSurroundings
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

/** Tracks the parts, and restarts ended ones if configured. */
function overseer({ log, supervised, launch: launchPart }: Oversight): Omit<Gateway, 'api' | 'custody' | 'serveLightning'> & {
  again(part: Part): Promise<void>
} {
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
    log(`${part}: ended, restarting`)
    while (!stopping && running.get(part) === ended) {
      await pause(RESTART_MS)
      if (!stopping) await start(part).catch((error: unknown) => log(`${part}: ${String(error)}`))
    }
  }
  const again = async (part: Part): Promise<void> => {
    const child = running.get(part)
    running.delete(part)
    await child?.stop()
    if (!stopping) await start(part)
  }
  return {
    start,
    again,
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

/** Resolves when the API reports database, workflows, signer and every chain as ready, and the Lightning node where it runs already. */
export async function untilReady({ api }: Pick<Gateway, 'api'>, { awaitsLightning = true } = {}): Promise<void> {
  const isReady = awaitsLightning ? () => answers(`${api}/health/ready`) : () => isReadyWithoutLightning(api)
  await waitFor('the gateway to be ready', isReady, { timeoutMs: 240_000 })
}

/** A folder whose Lightning was served before says so while its node is being built again. */
async function isReadyWithoutLightning(api: string): Promise<boolean> {
  const { success, data } = Readiness.safeParse(
    await fetch(`${api}/health/ready`).then(
      (response) => response.json(),
      () => undefined,
    ),
  )
  if (!success) return false
  const { chains, lightning: _, ...parts } = data.checks
  return [...Object.values(parts), ...Object.values(chains).map(({ ok }) => ok)].every((isWell) => isWell === true)
}

const Readiness = z.object({ checks: z.looseObject({ chains: z.record(z.string(), z.object({ ok: z.boolean() })) }) })

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}
