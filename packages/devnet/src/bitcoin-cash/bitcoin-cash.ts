import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bitcoinCashHeight, type BitcoinCashNode, mineEmptyBitcoinCash } from './bitcoin-cash-faucet.ts'
import { startChild } from '../processes/child.ts'
import { prepareServer } from '../processes/prepare-server.ts'
import { type Log, type Running, silent } from '../processes/running.ts'
import { callRpc } from '../rpc.ts'
import { rpcCredentials } from '../rpc-credentials.ts'

/** Options of a Bitcoin Cash regtest chain. */
export type BitcoinCashOptions = {
  /** Contains the chain, credentials, port and log; the same folder continues the same chain. */
  readonly dataDir: string
  readonly port?: number | undefined
  readonly log?: Log | undefined
}

/** A running Bitcoin Cash regtest chain. */
export type RunningBitcoinCash = Running & BitcoinCashNode

const NAME = 'bchd'
/** A coinbase can be spent after 100 blocks, so this gives the faucet 30 spendable coins of 50 BCH. */
const FIRST_BLOCKS = 130

/**
 * Starts bchd in regtest mode, isolated on loopback, with a funded faucet.
 * A kill -9 loses the mempool and the blocks of the last second: it writes no more often.
 * @throws {Error} as `startChild` and `prepareServer` do.
 */
export async function startBitcoinCash(options: BitcoinCashOptions): Promise<RunningBitcoinCash> {
  const { log = silent } = options
  const { folder, command, port } = await prepareServer(NAME, { ...options, log })
  const { user, password } = rpcCredentials(folder)
  const file = join(folder, 'bchd.conf')
  writeFileSync(file, settings({ folder, user, password, port }), { mode: 0o600 })
  const node = { rpc: `http://${user}:${password}@127.0.0.1:${port}` }
  const isReady = async () => (await callRpc<{ chain: string }>(node.rpc, { method: 'getblockchaininfo' })).chain === 'regtest'
  const running = await startChild({ name: NAME, folder, command, args: [`--configfile=${file}`], isReady, log })
  const missing = FIRST_BLOCKS - (await bitcoinCashHeight(node))
  if (missing > 0) await mineEmptyBitcoinCash(node, missing)
  return { ...running, ...node }
}

/** In a separate file and not on the command line, which every user of the machine can read. */
function settings({ folder, user, password, port }: { folder: string; user: string; password: string; port: number }): string {
  // Without the second one, bchd deletes a regtest chain at every start.
  const chain = ['regtest=1', 'regtestnoreset=1', `datadir=${join(folder, 'data')}`, `logdir=${join(folder, 'logs')}`]
  const alone = ['nolisten=1', 'nodnsseed=1', 'notls=1', `rpclisten=127.0.0.1:${port}`, `rpcuser=${user}`, `rpcpass=${password}`]
  // The index by address stands in for a wallet, which bchd lacks.
  const rest = ['txindex=1', 'addrindex=1', 'nocfilters=1', 'debuglevel=error']
  // Unspent outputs are written with each block: otherwise bchd looks, after a reorganisation and a SIGKILL, for those of an orphaned block, and does not start.
  // One second is the shortest interval: zero means half an hour.
  const durable = ['utxocachemaxsize=0', 'dbflushinterval=1']
  // By default it answers an eleventh concurrent request with 503, and one miner reads eleven blocks at once.
  const busy = ['rpcmaxclients=500']
  return ['[Application Options]', ...chain, ...alone, ...rest, ...durable, ...busy, ''].join('\n')
}
