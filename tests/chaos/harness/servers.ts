import { type Miner, startMiner } from '@gateway/devnet/bitcoin/bitcoin-miner'
import { type RunningBitcoin, startBitcoin } from '@gateway/devnet/bitcoin/bitcoin'
import { type RunningEvm, startEvm } from '@gateway/devnet/evm/evm'
import { freePort } from '@gateway/devnet/processes/port'
import { startPostgres } from '@gateway/devnet/postgres'
import type { Running } from '@gateway/devnet/processes/running'
import { startTemporal } from '@gateway/devnet/temporal'
import { searchAttributes } from '@gateway/scripts/stack/search-attributes'
import { join } from 'node:path'
import type { Ground } from './ground.ts'
import { keep, type Kept } from './kept.ts'

/** The servers of the gateway; each restarts after a kill, at the same address. */
export interface Servers {
  readonly kept: Readonly<Record<'postgres' | 'temporal' | 'bitcoind' | 'anvil', Kept>>
  readonly postgresUrl: string
  readonly temporalAddress: string
  readonly bitcoin: RunningBitcoin
  readonly evm: RunningEvm
  readonly miner: Miner
  /** Empties Temporal's store at its next start. */
  forgetWorkflows(): void
}

const BITCOIN_BLOCK_S = 2
const EVM_BLOCK_S = 1

/** Starts Postgres (with fsync), Temporal, bitcoind with a miner, and anvil. */
export async function startServers({ folder, journal, ends }: Ground): Promise<Servers> {
  const place = (name: string) => ({ dataDir: join(folder, name) })
  const ports = { postgres: await freePort(), temporal: await freePort(), bitcoind: await freePort(), anvil: await freePort() }
  let generation = 0
  const starts = {
    postgres: () => startPostgres({ ...place('postgres'), port: ports.postgres }),
    temporal: () => startTemporal({ ...place(`temporal-${generation}`), port: ports.temporal, searchAttributes }),
    bitcoind: () => startBitcoin({ ...place('bitcoind'), port: ports.bitcoind }),
    anvil: () => startEvm({ ...place('anvil'), port: ports.anvil, blockTimeSeconds: EVM_BLOCK_S }),
  }
  const up = async <T extends Running>(name: string, start: () => Promise<T>) => {
    const kept = await keep({ name, start, journal })
    ends.push(() => kept.stop())
    return kept
  }
  const kept = {
    bitcoind: await up('bitcoind', starts.bitcoind),
    anvil: await up('anvil', starts.anvil),
    postgres: await up('postgres', starts.postgres),
    temporal: await up('temporal', starts.temporal),
  }
  const bitcoin = kept.bitcoind.first
  const miner = startMiner(bitcoin, { everySeconds: BITCOIN_BLOCK_S })
  ends.push(() => miner.stop())
  return {
    kept,
    postgresUrl: `postgres://postgres@127.0.0.1:${ports.postgres}/postgres`,
    temporalAddress: `127.0.0.1:${ports.temporal}`,
    bitcoin,
    evm: kept.anvil.first,
    miner,
    forgetWorkflows: () => void (generation += 1),
  }
}
