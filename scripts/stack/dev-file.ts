import { evmFaucet, type RunningEvm } from '@gateway/devnet/evm/evm'
import type { BitcoinNode } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import type { RunningTemporal } from '@gateway/devnet/temporal'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Gateway } from './gateway.ts'
import type { Surroundings } from './settings.ts'

/** The file of a running development stack, as `npm run dev` writes it. */
const DevFile = z.object({
  api: z.string(),
  postgres: z.string(),
  temporal: z.object({ ui: z.string() }),
  chains: z.object({
    ETH: z.object({ rpc: z.string(), chainId: z.number(), tokens: z.record(z.string(), z.string()) }),
    BTC: z.object({ rpc: z.string() }),
  }),
})

/** The parts of a stack in its file. */
export interface Described {
  readonly devnet: {
    readonly evm: Pick<RunningEvm, 'rpc' | 'chainId'>
    readonly bitcoin: BitcoinNode
    readonly temporal: Pick<RunningTemporal, 'address' | 'ui'>
  }
  readonly gateway: Pick<Gateway, 'api'>
  readonly around: Pick<Surroundings, 'databaseUrl' | 'contracts'>
}

/** The text of the file: the addresses of a running development stack, and its faucets. */
export function devFileOf({ devnet: { evm, bitcoin, temporal }, gateway, around }: Described): string {
  const ETH = { rpc: evm.rpc, chainId: evm.chainId, faucetKey: evmFaucet.key, tokens: { USDC_ETH: around.contracts.usdc } }
  const described = {
    api: gateway.api,
    postgres: around.databaseUrl,
    temporal: { address: temporal.address, ui: temporal.ui },
    chains: { ETH, BTC: { rpc: bitcoin.rpc, faucetWallet: bitcoin.wallet } },
  }
  return `${JSON.stringify(described, null, 2)}\n`
}

/** Reads the file of the development stack in `DATA_DIR`. @throws {Error} when none runs there. */
export function readDevFile(environment: Readonly<Record<string, string | undefined>>): z.output<typeof DevFile> {
  const file = join(resolve(environment['DATA_DIR'] || '.data'), 'dev.json')
  if (!existsSync(file)) throw new Error(`set DATABASE_URL, or run "npm run dev", which writes ${file}`)
  return DevFile.parse(JSON.parse(readFileSync(file, 'utf8')))
}
