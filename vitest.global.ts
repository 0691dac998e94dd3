import { resetDevnet } from '@gateway/devnet/devnet'
import { isAlive } from '@gateway/devnet/processes/is-alive'
import { withLock } from '@gateway/devnet/processes/lock'
import { findBinary, resolveBinary } from '@gateway/devnet/downloads/resolve'
import { type RunningPostgres, startPostgres } from '@gateway/devnet/postgres'
import type { Running } from '@gateway/devnet/processes/running'
import { type RunningTemporal, startTemporal } from '@gateway/devnet/temporal'
import { createTemplate } from '@gateway/testing/database'
import { memoryFolder } from '@gateway/testing/memory-folder'
import '@gateway/testing/run-folder'
import '@gateway/testing/temporal'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

const runs = memoryFolder()

/** The servers of a run, and how many of its projects use them. */
interface Servers {
  readonly folder: string
  readonly postgres: RunningPostgres
  readonly temporal: RunningTemporal
  readonly stop: () => Promise<void>
  users: number
}

/** Each project loads this module anew; what they share stands beside their copies. */
const shared = globalThis as { serversOfThisRun?: Promise<Servers> | undefined }

/** One Postgres and one Temporal for the whole run, whatever its projects; every test file clones a database and makes a namespace of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.serversOfThisRun ??= startServers()
  if (await needsLnd(project)) buildLnd()
  const servers = await shared.serversOfThisRun
  servers.users++
  const { folder, postgres, temporal } = servers
  project.provide('runFolder', folder)
  project.provide('postgresUrl', postgres.url)
  project.provide('temporalAddress', temporal.address)
  project.provide('temporalHttp', temporal.http)
  project.provide('temporalCli', temporal.cli)
  return async () => {
    if (--servers.users > 0) return
    shared.serversOfThisRun = undefined
    await servers.stop()
  }
}

/** True when the run has tests of Lightning and this machine has no LND. */
async function needsLnd(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles(namedFiles(process.argv.slice(3)))
  return testFiles.some((file) => /lightning/.test(file)) && (await findBinary('lnd')) === undefined
}

/** The files that the command names: what is neither an option nor the value of one. */
const namedFiles = (words: readonly string[]): string[] =>
  words.filter((word, at) => !word.startsWith('-') && !words[at - 1]?.startsWith('-'))

/** Builds LND beside the other tests: those of Lightning wait for it, and fail where it cannot be built. */
function buildLnd(): void {
  const log = (line: string): void => void process.stdout.write(`${line}\n`)
  log('LND is not on this machine and is built now, once, which takes minutes: the tests of Lightning wait for it')
  resolveBinary('lnd', { log }).catch((error: unknown) => log(String(error)))
}

async function startServers(): Promise<Servers> {
  const folder = await takeFolder()
  await resetDevnet(folder)
  // Two that start side by side, and both are stopped when one of them does not start.
  const starting = [startPostgresWithTemplate(join(folder, 'postgres')), startTemporal({ dataDir: join(folder, 'temporal') })] as const
  const stopOnExit = stopAtExit(starting)
  const stop = async (): Promise<void> => {
    process.off('exit', stopOnExit)
    for (const part of await Promise.allSettled(starting)) if (part.status === 'fulfilled') await part.value.stop()
    await resetDevnet(folder)
  }
  try {
    const [postgres, temporal] = await Promise.all(starting)
    return { folder, postgres, temporal, stop, users: 0 }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Ctrl-C ends a run without its teardown. What a kill -9 leaves, the next run stops. */
function stopAtExit(starting: readonly Promise<Running>[]): () => void {
  const started: Running[] = []
  for (const part of starting) void part.then((running) => started.push(running)).catch(() => undefined) // The caller sees the failure.
  const stop = (): void => started.forEach(({ pid }) => process.kill(pid, 'SIGINT'))
  process.once('exit', stop)
  return stop
}

async function startPostgresWithTemplate(dataDir: string): Promise<RunningPostgres> {
  const postgres = await startPostgres({ dataDir, durable: false })
  try {
    await createTemplate(postgres.url)
    return postgres
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** The first folder that no living run uses: what a killed run left in it is found there and stopped. */
function takeFolder(): Promise<string> {
  mkdirSync(runs, { recursive: true })
  return withLock(join(runs, 'lock'), async () => {
    for (let number = 1; ; number++) {
      const folder = join(runs, String(number))
      const owner = ownerOf(folder)
      if (owner !== process.pid && isAlive(owner)) continue
      writeFileSync(`${folder}.owner`, String(process.pid))
      return folder
    }
  })
}

function ownerOf(folder: string): number {
  try {
    return Number(readFileSync(`${folder}.owner`, 'utf8'))
  } catch {
    return 0 // Nobody has used it yet.
  }
}
