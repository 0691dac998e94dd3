import { join } from 'node:path'
import type { PayingNodes } from '../pay/rails.ts'
import { Wallets } from '../stack/dev-file.ts'
import { freshWallets } from './fresh-wallets.ts'
import { findKeptJson, keepJson } from './kept-json.ts'

/** The test wallets of a data folder: made at its first start, the same at every later one. */
export async function openTestWallets(dataDir: string, nodes: PayingNodes): Promise<Wallets> {
  const file = join(dataDir, 'wallets.json')
  const kept = findKeptJson(file, Wallets)
  if (kept) return kept
  const [one, two] = [await freshWallets(nodes), await freshWallets(nodes)]
  const wallets = Wallets.parse({ ...one, ...Object.fromEntries(Object.entries(two).map(([chain, address]) => [`${chain}_2`, address])) })
  keepJson(file, wallets)
  return wallets
}
