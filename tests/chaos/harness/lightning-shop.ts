import { payLightning } from '@gateway/devnet/lightning/lightning-wallet'
import { enableWallet, type LightningWalletOf } from '../../support/lightning.ts'
import type { LiveLightning } from './lightning-nodes.ts'
import { FUNDS_SATS, WALLETS } from './send-orders.ts'
import type { ChaosShop } from './shops.ts'

/** The business whose wallets send and receive, and the nodes; absent in a run without Lightning payments. */
export interface LightningShop {
  readonly shop: ChaosShop
  readonly wallets: readonly LightningWalletOf[]
  readonly live: LiveLightning
}

/** Enables the wallets of a run and fills them from outside, before anything is killed. */
export async function openLightningShop(api: string, { shop, live }: { shop: ChaosShop; live: LiveLightning }): Promise<LightningShop> {
  const wallets: LightningWalletOf[] = []
  for (let n = 0; n < WALLETS; n += 1) wallets.push(await enableWallet({ api, ...shop }, `till-${n}`))
  for (const wallet of wallets) {
    const invoice = await wallet.invoice(FUNDS_SATS)
    await payLightning(live.nodes['lightning-other'], invoice)
    await wallet.reaches(invoice.paymentHash, { direction: 'incoming', status: 'settled' })
  }
  return { shop, wallets, live }
}
