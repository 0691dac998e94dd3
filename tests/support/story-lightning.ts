import type { BitcoinNode } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { LIGHTNING } from '@gateway/devnet/devnet'
import { type RunningLightning, startLightning } from '@gateway/devnet/lightning/lightning'
import { type LndProxy, startLndProxy } from '@gateway/devnet/lightning/lnd-proxy'
import type { LightningPlace } from '@gateway/scripts/stack/lightning-settings'
import { join } from 'node:path'

/** Two Lightning nodes with a channel; the gateway reaches its own through a proxy, which is honest by default. */
export interface StoryLightning {
  readonly nodes: RunningLightning
  readonly proxy: LndProxy
  /** What the gateway is given. */
  readonly place: LightningPlace
  stop(): Promise<void>
}

/** Starts the nodes of a story; the first start on a machine builds LND, for which the hook of the file has to wait (`LONGEST_BUILD_MS`). */
export async function startStoryLightning({ bitcoin, dataDir }: { bitcoin: BitcoinNode; dataDir: string }): Promise<StoryLightning> {
  const folder = join(dataDir, LIGHTNING)
  const nodes = await startLightning({ bitcoin, dataDir: folder })
  const proxy = await startLndProxy(nodes.gateway, folder)
  const { socket, certificateFile } = proxy
  return {
    nodes,
    proxy,
    place: { socket, certificateFile, macaroons: nodes.macaroons },
    stop: async () => {
      await proxy.stop()
      await nodes.stop()
    },
  }
}
