import { RailsEnv } from '@gateway/chains/env'
import { createRails } from '@gateway/chains/registry'
import { byChain } from '@gateway/chains/settings'
import { openOrm } from '@gateway/db/orm'
import { type DevnetChain, devnetChains, driverOf, folderOf } from '@gateway/devnet/chains'
import { CustodyEnv } from '@gateway/operations/custody/env'
import { openCustody } from '@gateway/operations/custody/keys/open-custody'
import { openHighWater } from '@gateway/operations/custody/recovery/open-high-water'
import { refillPool } from '@gateway/operations/custody/address-pool/refill-pool'
import { buildPrograms } from '@gateway/scripts/stack/build-programs'
import { devnetContracts } from '@gateway/scripts/stack/chain-contracts'
import { custodyOf } from '@gateway/scripts/stack/custody'
import { type BuiltPrograms, builtIn } from '@gateway/scripts/stack/programs'
import { openSecrets } from '@gateway/scripts/stack/secrets'
import { type CustodyGround, custodySettings } from '@gateway/scripts/stack/settings'
import { lastingDatabase } from '@gateway/testing/database'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtPortal } from './built-portal.ts'
import { madeOnce } from './made-once.ts'

/** The start of a story: made once by the first story that needs it, and copied by all. */
export interface StoryTemplate {
  /** Secrets and a sealed seed of the served chains. */
  readonly custody: string
  /** The folders of nodes whose faucets have mined the coins they pay with. */
  readonly nodes: string
  /** Name of a migrated database whose address pool is full. */
  readonly database: string
  readonly built: BuiltPrograms
  /** The built portal. */
  readonly portal: string
}

/** The run's template for stories that serve these chains, by default all; concurrent files wait for the one that makes it. */
export async function storyTemplate(chains: readonly DevnetChain[] = devnetChains): Promise<StoryTemplate> {
  // The seal names the served chains.
  const [common, portal, own] = await Promise.all([
    madeOnce('story', makeCommon),
    builtPortal(),
    madeOnce(`story-${chains.join('-')}`, (folder) => makeOwn(folder, chains)),
  ])
  const { programs, nodes } = commonPlaces(common)
  const { custody, database } = ownPlaces(own)
  return { custody, nodes, database: readFileSync(database, 'utf8'), built: builtIn(programs), portal }
}

/** Paths of what all stories of a run share. */
const commonPlaces = (made: string) => ({ nodes: join(made, 'nodes'), programs: join(made, 'programs') })

/** Paths of what stories of the same chains share. */
const ownPlaces = (made: string) => ({ custody: join(made, 'custody'), database: join(made, 'database') })

async function makeCommon(made: string): Promise<void> {
  const { nodes, programs } = commonPlaces(made)
  await Promise.all([...minedChains.map((chain) => mineFor(nodes, chain)), buildPrograms(programs)])
}

async function makeOwn(made: string, chains: readonly DevnetChain[]): Promise<void> {
  const { custody, database } = ownPlaces(made)
  mkdirSync(custody)
  writeFileSync(database, await filledPool(custody, chains))
}

/** The chains whose faucets must mine their coins; those of the others own them from the first block. */
const minedChains = ['BTC', 'BCH'] as const satisfies readonly DevnetChain[]

async function mineFor(nodes: string, chain: DevnetChain): Promise<void> {
  const dataDir = join(nodes, folderOf(chain))
  const driver = driverOf(chain)
  const node = await driver.start({ dataDir })
  await node.stop()
  // Every copy picks its own port.
  rmSync(join(dataDir, `${driver.program}.port`))
}

/** @returns the name of a database with a full pool of these chains. */
async function filledPool(folder: string, chains: readonly DevnetChain[]): Promise<string> {
  const ground: CustodyGround = { dataDir: folder, chains, contracts: devnetContracts, secrets: openSecrets(folder) }
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
