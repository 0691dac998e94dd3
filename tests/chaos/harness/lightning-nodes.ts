import { type BitcoinNode, mineBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { LIGHTNING } from '@gateway/devnet/devnet'
import { bakeMacaroons } from '@gateway/devnet/lightning/bake-macaroons'
import { type LndNode, type RunningLnd, startLnd } from '@gateway/devnet/lightning/lnd'
import { connectPeers, openChannel } from '@gateway/devnet/lightning/open-channel'
import type { LightningPlace } from '@gateway/scripts/stack/lightning-settings'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { CaseLnd } from '../oracle/case.ts'
import type { Ground } from './ground.ts'
import { keep, type Kept } from './kept.ts'

/** A Lightning node of a run: the gateway's, or that of everybody else. */
export type LightningSide = 'lightning' | 'lightning-other'

/** Two Lightning nodes with a channel; each restarts after a kill, at the same addresses. */
export interface LiveLightning {
  readonly kept: Readonly<Record<LightningSide, Kept>>
  /** Over restarts too. */
  readonly nodes: Readonly<Record<LightningSide, LndNode>>
  /** What the gateway is given. */
  readonly place: LightningPlace
  /** How the oracle reads a node. */
  readonly records: Readonly<Record<LightningSide, CaseLnd>>
}

/** No reorganisation of a run reaches the blocks of the channel. */
const BLOCKS_ABOVE = 6
const CONNECT_EVERY_MS = 1_000

/** Starts both nodes on the Bitcoin node of the run, and keeps them connected. */
export async function startLightningNodes({ folder, journal, ends }: Ground, bitcoin: BitcoinNode): Promise<LiveLightning> {
  const up = async (name: LightningSide) => {
    const start = (): Promise<RunningLnd> => startLnd({ alias: name, bitcoin: bitcoin.rpc, dataDir: join(folder, LIGHTNING, name) })
    const kept = await keep({ name, start, journal })
    ends.push(() => kept.stop())
    return kept
  }
  const [own, other] = await Promise.all([up('lightning'), up('lightning-other')])
  const peers = { from: own.first, to: other.first }
  await openChannel({ ...peers, bitcoin })
  await mineBitcoin(bitcoin, BLOCKS_ABOVE)
  const macaroons = await bakeMacaroons(own.first)
  ends.push(stayConnected(peers))
  const { socket, certificateFile } = own.first
  return {
    kept: { lightning: own, 'lightning-other': other },
    nodes: { lightning: own.first, 'lightning-other': other.first },
    place: { socket, certificateFile, macaroons },
    records: { lightning: recordsOf(own.first), 'lightning-other': recordsOf(other.first) },
  }
}

/** A node that was killed often is connected by its peer more and more rarely. */
function stayConnected(peers: { readonly from: RunningLnd; readonly to: RunningLnd }): () => Promise<void> {
  const stopping = new AbortController()
  const connecting = (async () => {
    while (!stopping.signal.aborted) {
      await connectPeers(peers).catch(() => undefined)
      await pause(CONNECT_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await connecting
  }
}

/** How the records of a node are read, and nothing is changed. */
export const recordsOf = ({ restUrl, certificateFile, dataDir }: RunningLnd): CaseLnd => ({
  url: restUrl,
  certificateFile,
  macaroonFile: join(dataDir, 'data/chain/bitcoin/regtest/readonly.macaroon'),
})
