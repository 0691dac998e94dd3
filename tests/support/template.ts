import { RailsEnv } from '@gateway/chains/env'
import { createRails } from '@gateway/chains/registry'
import { byChain } from '@gateway/chains/settings'
import { openOrm } from '@gateway/db/orm'
import { startBitcoin } from '@gateway/devnet/bitcoin/bitcoin'
import { folderOf } from '@gateway/devnet/chains'
import { withLock } from '@gateway/devnet/processes/lock'
import { CustodyEnv } from '@gateway/operations/custody/env'
import { openCustody } from '@gateway/operations/custody/keys/open-custody'
import { openHighWater } from '@gateway/operations/custody/recovery/open-high-water'
import { refillPool } from '@gateway/operations/custody/address-pool/refill-pool'
import { buildPortal } from '@gateway/portal/build-portal'
import { devnetContracts } from '@gateway/scripts/stack/chain-contracts'
import { custodyOf } from '@gateway/scripts/stack/custody'
import type { BuiltPrograms } from '@gateway/scripts/stack/programs'
import { openSecrets } from '@gateway/scripts/stack/secrets'
import { type CustodyGround, custodySettings } from '@gateway/scripts/stack/settings'
import { lastingDatabase } from '@gateway/testing/database'
import { runFolder } from '@gateway/testing/run-folder'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPrograms, builtIn } from './build-programs.ts'

/** The start of every story of a run: made once, by the first story, and copied by all. */
export interface StoryTemplate {
  /** Secrets, a sealed seed, and a Bitcoin chain with coins to pay with. */
  readonly folder: string
  /** Name of a migrated database whose address pool is full. */
  readonly database: string
  readonly built: BuiltPrograms
  /** The built portal. */
  readonly portal: string
}

/** The run's template; concurrent files wait for the one that makes it. */
export async function storyTemplate(): Promise<StoryTemplate> {
  const made = join(runFolder(), 'story')
  await withLock(`${made}.lock`, async () => {
    if (existsSync(made)) return
    // A unique name: on a busy machine the lock can expire while its holder is still working.
    const unfinished = mkdtempSync(`${made}-`)
    await make(placesIn(unfinished))
    if (existsSync(made)) rmSync(unfinished, { recursive: true })
    else renameSync(unfinished, made)
  })
  const { folder, database, programs, portal } = placesIn(made)
  return { folder, database: readFileSync(database, 'utf8'), built: builtIn(programs), portal }
}

/** Paths of the parts of a template. */
const placesIn = (made: string) => ({
  folder: join(made, 'ground'),
  database: join(made, 'database'),
  programs: join(made, 'programs'),
  portal: join(made, 'portal'),
})

async function make({ folder, database, programs, portal }: ReturnType<typeof placesIn>): Promise<void> {
  mkdirSync(folder)
  const [name] = await Promise.all([filledPool(folder), minedBitcoin(folder), buildPrograms(programs), buildShipped(portal)])
  writeFileSync(database, name)
}

/** The portal as it is shipped: its build would take the environment of the test runner for that of development. */
async function buildShipped(portal: string): Promise<void> {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await buildPortal(portal)
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

async function minedBitcoin(folder: string): Promise<void> {
  const dataDir = join(folder, folderOf('BTC'))
  const bitcoin = await startBitcoin({ dataDir })
  await bitcoin.stop()
  // Every copy picks its own port.
  rmSync(join(dataDir, 'bitcoind.port'))
}

/** @returns the name of a database with a full pool. */
async function filledPool(folder: string): Promise<string> {
  const ground: CustodyGround = {
    dataDir: folder,
    contracts: devnetContracts,
    secrets: openSecrets(folder),
  }
  await custodyOf(ground, () => {})
  const settings = custodySettings(ground)
  const custody = { ...CustodyEnv.parse(settings), NODE_ENV: 'test' }
  const rails = createRails(byChain(RailsEnv.parse(settings)))
  const keys = await openCustody(custody, rails)
  const url = await lastingDatabase()
  const orm = await openOrm({ url, poolSize: 1 })
  const ctx = {
    orm,
    keys,
    log: silent,
    generation: keys.generation,
    deploymentId: custody.DEPLOYMENT_ID,
    sequence: openHighWater(custody),
  }
  ctx.sequence.recordAttempt(0n)
  for (const rail of rails.values()) await refillPool(ctx, rail)
  await orm.close()
  keys.destroy()
  return new URL(url).pathname.slice(1)
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }
