import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bitcoinHeight, type BitcoinNode, mineBitcoin, walletOf } from './bitcoin-faucet.ts'
import { startChild } from '../processes/child.ts'
import { prepareServer } from '../processes/prepare-server.ts'
import { callRpc } from '../rpc.ts'
import { rpcCredentials } from '../rpc-credentials.ts'
import { type Log, type Running, silent } from '../processes/running.ts'

/** Options of a Bitcoin regtest chain. */
export type BitcoinOptions = {
  /** Contains the chain, the faucet's wallet, credentials, port and log; the same folder continues the same chain. */
  readonly dataDir: string
  readonly port?: number | undefined
  readonly log?: Log | undefined
}

/** A running Bitcoin regtest chain. */
export type RunningBitcoin = Running & BitcoinNode

const NAME = 'bitcoind'
const WALLET = 'faucet'
/** A coinbase can be spent after 100 blocks, so this gives the faucet 30 spendable coins of 50 BTC. */
const FIRST_BLOCKS = 130

/**
 * Starts bitcoind in regtest mode, isolated on loopback, with a funded wallet `faucet`.
 * A kill -9 keeps every block mined by `mineBitcoin` or the miner; bitcoind's own hourly writes would lose them.
 * @throws {Error} as `startChild` and `prepareServer` do.
 */
export async function startBitcoin(options: BitcoinOptions): Promise<RunningBitcoin> {
  const { log = silent } = options
  const { folder, command, port } = await prepareServer(NAME, { ...options, log })
  const { user, password } = rpcCredentials(folder)
  writeFileSync(join(folder, 'bitcoin.conf'), settings({ user, password, port }), { mode: 0o600 })
  const node = { rpc: `http://${user}:${password}@127.0.0.1:${port}`, wallet: WALLET }
  const isReady = async () => (await callRpc<{ chain: string }>(node.rpc, { method: 'getblockchaininfo' })).chain === 'regtest'
  const running = await startChild({ name: NAME, folder, command, args: [`-datadir=${folder}`], isReady, log })
  await fillFaucet(node)
  return { ...running, ...node }
}

/** In a separate file and not on the command line, which every user of the machine can read. */
function settings({ user, password, port }: { user: string; password: string; port: number }): string {
  const alone = ['listen=0', 'dnsseed=0', 'rpcbind=127.0.0.1', 'rpcallowip=127.0.0.1', `rpcport=${port}`]
  // Regtest has no fee history to estimate from. Knots' wallet creates legacy addresses by default.
  const wallet = ['fallbackfee=0.0001', 'addresstype=bech32', 'changetype=bech32', 'keypool=20']
  const rest = ['txindex=1', 'par=1', 'rpcworkqueue=256', 'printtoconsole=0', 'shrinkdebugfile=1', 'debugexclude=all']
  return ['regtest=1', 'server=1', '[regtest]', `rpcuser=${user}`, `rpcpassword=${password}`, ...alone, ...wallet, ...rest, ''].join('\n')
}

async function fillFaucet(node: BitcoinNode): Promise<void> {
  await openWallet(node)
  const missing = FIRST_BLOCKS - (await bitcoinHeight(node))
  if (missing > 0) await mineBitcoin(node, missing)
}

async function openWallet({ rpc, wallet }: BitcoinNode): Promise<void> {
  const open = await callRpc<string[]>(rpc, { method: 'listwallets' })
  if (open.includes(wallet)) return
  const { wallets } = await callRpc<{ wallets: { name: string }[] }>(rpc, { method: 'listwalletdir' })
  const method = wallets.some(({ name }) => name === wallet) ? 'loadwallet' : 'createwallet'
  const name = method === 'loadwallet' ? { filename: wallet } : { wallet_name: wallet }
  await callRpc(rpc, { method, params: { ...name, load_on_startup: true } })
  await callRpc(walletOf({ rpc, wallet }), { method: 'getwalletinfo' })
}
