import { openTestWallets } from '@gateway/scripts/development/test-wallets'
import { devFileOf } from '@gateway/scripts/stack/dev-file'
import { runTemporal } from '@gateway/testing/temporal'
import type { Story } from './story.ts'

/** The `dev.json` of a story, as if `npm run dev` ran it: its shop is the demo business, and its blocks are mined on request. */
export async function storyDevFile({ gateway, around, chains, shop }: Story): Promise<string> {
  const { address, http: ui } = runTemporal()
  const demo = { businessId: shop.businessId, apiKey: shop.key, email: 'none@example.com', password: 'none' }
  const wallets = await openTestWallets(around.dataDir, chains)
  return devFileOf({ devnet: { chains, temporal: { address, ui } }, gateway, around, wallets, demo })
}
