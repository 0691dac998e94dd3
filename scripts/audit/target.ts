import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/** What is audited: a database, and the nodes that can confirm what it says. */
export interface Target {
  readonly databaseUrl: string
  readonly nodes: Nodes
}

/** Nodes by chain, as far as they are known. */
export interface Nodes {
  readonly BTC?: { readonly rpc: string } | undefined
  readonly ETH?: { readonly rpc: string; readonly tokens: Readonly<Record<string, string>> } | undefined
}

/** As `npm run dev` writes it. */
const DevFile = z.object({
  postgres: z.string(),
  chains: z.object({ ETH: z.object({ rpc: z.string(), tokens: z.record(z.string(), z.string()) }), BTC: z.object({ rpc: z.string() }) }),
})

/**
 * The database of `DATABASE_URL` with the nodes of `BTC_RPC_URL` and `ETH_RPC_URL`; without it, the running development stack of `DATA_DIR`.
 *
 * @throws {Error} when neither is there.
 */
export function findTarget(environment: Readonly<Record<string, string | undefined>>): Target {
  const databaseUrl = environment['DATABASE_URL']
  if (databaseUrl) return { databaseUrl, nodes: namedNodes(environment) }
  const file = join(resolve(environment['DATA_DIR'] || '.data'), 'dev.json')
  if (!existsSync(file)) throw new Error(`there is neither DATABASE_URL nor ${file}, which "npm run dev" writes`)
  const { postgres, chains } = DevFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  return { databaseUrl: postgres, nodes: chains }
}

function namedNodes(environment: Readonly<Record<string, string | undefined>>): Nodes {
  const { BTC_RPC_URL, ETH_RPC_URL, ETH_USDC_ADDRESS } = environment
  return {
    BTC: BTC_RPC_URL ? { rpc: BTC_RPC_URL } : undefined,
    ETH: ETH_RPC_URL ? { rpc: ETH_RPC_URL, tokens: { ...(ETH_USDC_ADDRESS && { USDC_ETH: ETH_USDC_ADDRESS }) } } : undefined,
  }
}
