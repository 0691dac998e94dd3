import type { BitcoinNode } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { join } from 'node:path'
import { Wallets } from '../stack/dev-file.ts'
import { freshWallets } from './fresh-wallets.ts'
import { findKeptJson, keepJson } from './kept-json.ts'

/** The test wallets of a data folder: made at its first start, the same at every later one. */
export async function openTestWallets(dataDir: string, bitcoin: BitcoinNode): Promise<Wallets> {
  const file = join(dataDir, 'wallets.json')
  const kept = findKeptJson(file, Wallets)
  if (kept) return kept
  const [one, two] = [await freshWallets(bitcoin), await freshWallets(bitcoin)]
  const wallets = { BTC: one.BTC, BTC_2: two.BTC, ETH: one.ETH, ETH_2: two.ETH }
  keepJson(file, wallets)
  return wallets
}
