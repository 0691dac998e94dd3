import { assetCodes, assetOf } from '@gateway/domain/money/asset'
import type { DevnetNode } from '@gateway/devnet/chain-driver'
import { type DevnetChain, devnetChains, driverOf } from '@gateway/devnet/chains'
import type { RunningTemporal } from '@gateway/devnet/temporal'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { usdcOf } from './chain-contracts.ts'
import { eachNode } from './each-chain.ts'
import type { Gateway } from './gateway.ts'
import type { ServedSurroundings } from './settings.ts'

/** The demo business: its key creates payments, and its owner signs in with e-mail and password. */
export const DemoBusiness = z.object({ businessId: z.string(), apiKey: z.string(), email: z.string(), password: z.string() })
/** The demo business as the file stores it. */
export type DemoBusiness = z.output<typeof DemoBusiness>

/** Names of the test wallets: two of each served chain. */
export const walletNames = devnetChains.flatMap((chain) => [chain, `${chain}_2`] as const)
/** Addresses without any transaction at the first start, for businesses of the reader. */
export const Wallets = z.partialRecord(z.enum(walletNames), z.string())
/** The address of each test wallet, by its name. */
export type Wallets = z.output<typeof Wallets>

/** A chain of the stack: its node, and what pays on it. */
const DevChain = z.object({
  rpc: z.string(),
  /** Absent where blocks are mined only on request. */
  blockSeconds: z.number().optional(),
  /** The wallet of the node that pays, where it has one. */
  faucetWallet: z.string().optional(),
  /** Of an EVM chain. */
  chainId: z.number().optional(),
  faucetKey: z.string().optional(),
  tokens: z.record(z.string(), z.string()).optional(),
})
type DevChain = z.output<typeof DevChain>

/** The file of a running development stack, as `npm run dev` writes it. */
const DevFile = z.object({
  /** The process that runs the stack. */
  pid: z.int().positive(),
  /** Origin of the API. */
  api: z.string(),
  postgres: z.string(),
  temporal: z.object({ address: z.string(), ui: z.string() }),
  chains: z.partialRecord(z.enum(devnetChains), DevChain),
  wallets: Wallets,
  demo: DemoBusiness,
})
/** The checked content of the file. */
export type DevFile = z.output<typeof DevFile>

/** The parts of a stack in its file. */
export interface Described {
  readonly devnet: {
    readonly chains: Readonly<Partial<Record<DevnetChain, DevnetNode>>>
    readonly temporal: Pick<RunningTemporal, 'address' | 'ui'>
  }
  readonly gateway: Pick<Gateway, 'api'>
  readonly around: Pick<ServedSurroundings, 'databaseUrl'>
  readonly wallets: Wallets
  readonly demo: DemoBusiness
  /** Blocks come by themselves. */
  readonly mines?: boolean
}

/** The content of the file: the addresses of a running development stack, its faucets, wallets and demo business. */
const describeStack = ({ devnet, gateway, around, mines = false, ...known }: Described): DevFile => ({
  pid: process.pid,
  api: gateway.api,
  postgres: around.databaseUrl,
  temporal: { address: devnet.temporal.address, ui: devnet.temporal.ui },
  chains: eachNode(devnet.chains, (node, chain) => describeChain(chain, { node, mines })),
  wallets: known.wallets,
  demo: DemoBusiness.parse(known.demo),
})

function describeChain(chain: DevnetChain, { node, mines }: { node: DevnetNode; mines: boolean }): DevChain {
  const { chainId, blockSeconds, faucetKey } = driverOf(chain)
  const tokens = assetCodes.filter((asset) => asset !== chain && assetOf(asset).chain === chain)
  return {
    rpc: node.rpc,
    ...(mines && { blockSeconds }),
    ...(node.wallet !== undefined && { faucetWallet: node.wallet }),
    ...(chainId !== undefined && { chainId }),
    ...(faucetKey !== undefined && { faucetKey }),
    ...(tokens.length > 0 && { tokens: Object.fromEntries(tokens.map((asset) => [asset, usdcOf(chain)])) }),
  }
}

/** The text of the file. */
export const devFileOf = (described: Described): string => `${JSON.stringify(describeStack(described), null, 2)}\n`

/** Writes the file into a data folder, readable by its owner alone, because it contains keys; a reader never sees half of it. */
export function writeDevFile(dataDir: string, text: string): void {
  const file = devFileIn(dataDir)
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Removes the file of a stack that this process ran, or that no process runs any more. */
export const removeDevFile = (dataDir: string): void => rmSync(devFileIn(dataDir), { force: true })

/** The file of a data folder; undefined without one, or when another version wrote it. */
export function findDevFile(dataDir: string): DevFile | undefined {
  const file = devFileIn(dataDir)
  return existsSync(file) ? DevFile.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data : undefined
}

/** Reads the file of the development stack in `DATA_DIR`. @throws {Error} when none runs there. */
export function readDevFile(environment: Readonly<Record<string, string | undefined>>): DevFile {
  const dataDir = dataDirOf(environment)
  const found = findDevFile(dataDir)
  if (!found) throw new Error(`set DATABASE_URL, or run "npm run dev", which writes ${devFileIn(dataDir)}`)
  return found
}

/** The data folder of the development stack: `DATA_DIR`, or `.data`. */
export const dataDirOf = (environment: Readonly<Record<string, string | undefined>>): string => resolve(environment['DATA_DIR'] || '.data')

const devFileIn = (dataDir: string): string => join(dataDir, 'dev.json')
