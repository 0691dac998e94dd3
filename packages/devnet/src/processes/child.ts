import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { forgetPid, recordPid, stopLeftover } from './leftover.ts'
import type { Log, Running } from './running.ts'
import { waitFor } from '../wait.ts'

/** A server to start. Its command line must contain `folder`, by which a leftover is recognised. */
export type ChildPlan = {
  readonly name: string
  /** Absolute path of an existing folder for the pid file and the log `<name>.log`. */
  readonly folder: string
  readonly command: string
  readonly args: readonly string[]
  readonly isReady: () => Promise<boolean>
  readonly stopSignal?: NodeJS.Signals
  /** The complete environment of the server; this process's by default. */
  readonly env?: Readonly<Record<string, string>>
  /** Another user to run as; requires root. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
  readonly log: Log
}

/** A server ended before it was ready, or was not ready in time. The message has the end of its log. */
export class ServerNotStarted extends Error {
  override readonly name = 'ServerNotStarted'
  readonly server: string
  readonly logFile: string
  /** The last line of its log; empty when it wrote none. */
  readonly lastLine: string

  constructor({ name, command }: ChildPlan, log: { file: string; end: string }, cause: unknown) {
    super(`${name} did not start (${command}):\n${log.end}`, { cause })
    this.server = name
    this.logFile = log.file
    this.lastLine = log.end.trimEnd().split('\n').at(-1) ?? ''
  }
}

/**
 * Starts a server in its own process group and resolves once it is ready.
 * Ctrl-C in the terminal does not reach it: it ends when it is stopped, in order. Its output goes to a file instead of a pipe, so that it
 * survives this process and can be read later.
 * @throws {ServerNotStarted} when it ends before it is ready or is not ready within two minutes.
 */
export async function startChild(plan: ChildPlan): Promise<Running> {
  const logFile = join(plan.folder, `${plan.name}.log`)
  const logFrom = sizeOf(logFile)
  const startedAt = performance.now()
  const child = launch(plan, logFile)
  const running = supervise(plan, child)
  try {
    await untilReady(plan, child)
  } catch (cause) {
    await running.stop()
    const end = readFileSync(logFile).subarray(logFrom).toString('utf8').slice(-4_000)
    throw new ServerNotStarted(plan, { file: logFile, end }, cause)
  }
  plan.log(`${plan.name}: ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s (process ${running.pid})`)
  return running
}

/** Creates the folder of a server and stops a leftover of an earlier, killed parent there. */
export async function takeFolder(plan: Pick<ChildPlan, 'name' | 'folder' | 'stopSignal' | 'log'>): Promise<void> {
  mkdirSync(plan.folder, { recursive: true })
  await stopLeftover({ ...plan, stopSignal: plan.stopSignal ?? 'SIGTERM' })
}

function launch(plan: ChildPlan, logFile: string): ChildProcess {
  const output = openSync(logFile, 'a')
  try {
    // cwd: the caller's folder may vanish, or be closed to the server's user.
    const child = spawn(plan.command, plan.args, {
      ...plan.user,
      ...(plan.env && { env: plan.env }),
      cwd: '/',
      detached: true,
      stdio: ['ignore', output, output],
    })
    if (child.pid !== undefined) recordPid(plan, child.pid)
    return child
  } finally {
    closeSync(output)
  }
}

function supervise(plan: ChildPlan, child: ChildProcess): Running {
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
    child.once('error', () => child.pid === undefined && resolve(null))
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill(plan.stopSignal ?? 'SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await exited
    clearTimeout(patience)
    forgetPid(plan)
  }
  return { pid: child.pid ?? 0, exited, stop }
}

async function untilReady(plan: ChildPlan, child: ChildProcess): Promise<void> {
  let ended: Error | undefined
  child.once('error', (error) => (ended = error))
  child.once('exit', (code, signal) => (ended = new Error(`${plan.name} ended with ${code ?? signal} before it was ready`)))
  const probe = async () => {
    if (ended) throw ended
    return plan.isReady().catch(() => false) // A starting server refuses connections and calls at first.
  }
  await waitFor(`${plan.name} to answer`, probe, { timeoutMs: 120_000 })
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
