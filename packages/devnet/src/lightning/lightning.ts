import { join } from 'node:path'
import type { BitcoinNode } from '../bitcoin/bitcoin-faucet.ts'
import { type Log, silent } from '../processes/running.ts'
import { bakeMacaroons, type MacaroonFiles } from './bake-macaroons.ts'
import { type RunningLnd, startLnd } from './lnd.ts'
import { openChannel } from './open-channel.ts'

/** Options of a Lightning network. */
export type LightningOptions = {
  readonly bitcoin: BitcoinNode
  /** Contains both nodes; the same folder on the same chain continues them. */
  readonly dataDir: string
  readonly log?: Log | undefined
}

/** A side of the network: the gateway's node, or that of everybody else. */
type LightningSide = 'gateway' | 'other'

/** Two Lightning nodes with a channel that both can pay through. */
export interface RunningLightning {
  readonly gateway: RunningLnd
  readonly other: RunningLnd
  /** What the gateway's processes get. */
  readonly macaroons: MacaroonFiles
  /** Ends a node as a crash does. */
  kill(side: LightningSide): Promise<void>
  /** Starts a stopped or killed node again, under the same addresses; resolves when the channel can be used. */
  restart(side: LightningSide): Promise<void>
  stop(): Promise<void>
}

/** The folders of the nodes in the folder of the network. */
export const lightningFolders = (dataDir: string): readonly string[] => [join(dataDir, 'gateway'), join(dataDir, 'other')]

/**
 * Starts two nodes of a Bitcoin regtest chain; the first start opens a channel, which mines blocks.
 * @throws {Error} of the first node that does not start; the other is stopped before.
 */
export async function startLightning(options: LightningOptions): Promise<RunningLightning> {
  const nodes = await startBoth(options)
  const stop = async (): Promise<void> => {
    await Promise.all([nodes.gateway.stop(), nodes.other.stop()])
  }
  const connect = (): Promise<void> => openChannel({ from: nodes.gateway, to: nodes.other, bitcoin: options.bitcoin })
  try {
    await connect()
    const macaroons = await bakeMacaroons(nodes.gateway)
    return {
      get gateway() {
        return nodes.gateway
      },
      get other() {
        return nodes.other
      },
      macaroons,
      kill: async (side) => {
        process.kill(nodes[side].pid, 'SIGKILL')
        await nodes[side].stop()
      },
      restart: async (side) => {
        nodes[side] = await startSide(side, options)
        await connect()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const startSide = (side: LightningSide, { bitcoin, dataDir, log = silent }: LightningOptions): Promise<RunningLnd> =>
  startLnd({ alias: side, bitcoin: bitcoin.rpc, dataDir: join(dataDir, side), log: (line) => log(`${side} ${line}`) })

async function startBoth(options: LightningOptions): Promise<Record<LightningSide, RunningLnd>> {
  const starting = [startSide('gateway', options), startSide('other', options)] as const
  try {
    const [gateway, other] = await Promise.all(starting)
    return { gateway, other }
  } catch (error) {
    for (const side of await Promise.allSettled(starting)) if (side.status === 'fulfilled') await side.value.stop()
    throw error
  }
}
