import { startBitcoin, type RunningBitcoin } from '@gateway/devnet/bitcoin'
import { mineBitcoin, newBitcoinAddress } from '@gateway/devnet/bitcoin-faucet'
import { evmPlatform, type RunningEvm, startEvm } from '@gateway/devnet/evm'
import { mineEvm, payNative } from '@gateway/devnet/evm-faucet'
import { ensureNamespace } from '@gateway/devnet/temporal-namespace'
import { freshDatabase } from '@gateway/testing/database'
import '@gateway/testing/temporal'
import pg from 'pg'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAddress } from 'viem'
import { inject } from 'vitest'
import { type ChainContracts, deployContracts } from '../../scripts/stack/chain-contracts.ts'
import { type Gateway, startGateway, untilReady } from '../../scripts/stack/gateway.ts'
import { searchAttributes } from '../../scripts/stack/search-attributes.ts'
import { openSecrets } from '../../scripts/stack/secrets.ts'
import type { Surroundings } from '../../scripts/stack/settings.ts'
import { openShop, type Shop } from './shop.ts'

/** A gateway of its own for one test file: own database, own namespace, own nodes that mine only when the story says so. */
export interface Story {
  readonly gateway: Gateway
  readonly shop: Shop
  readonly bitcoin: RunningBitcoin
  readonly evm: RunningEvm
  readonly contracts: ChainContracts
  readonly around: Surroundings
  /** Straight look into the database, for what no client may see. */
  readonly sql: pg.Client
  close(): Promise<void>
}

const RELAYER_WEI = 10n ** 19n
const POLL_MS = 50

/** Starts everything a story needs; call `close` in afterAll. */
export async function openStory(): Promise<Story> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gateway-story-'))
  chmodSync(dataDir, 0o755)
  const [evm, bitcoin, databaseUrl, temporalNamespace] = await Promise.all([
    startEvm({ dataDir: join(dataDir, 'anvil') }),
    startBitcoin({ dataDir: join(dataDir, 'bitcoind') }),
    freshDatabase(),
    freshNamespace(),
  ])
  const contracts = await deployContracts(evm)
  const around: Surroundings = {
    databaseUrl,
    temporalAddress: inject('temporalAddress'),
    temporalNamespace,
    bitcoinRpc: bitcoin.rpc,
    ethereumRpc: evm.rpc,
    ethereumChainId: evm.chainId,
    contracts,
    platformAddresses: { BTC: await newBitcoinAddress(bitcoin), ETH: evmPlatform.address },
    dataDir,
    secrets: openSecrets(dataDir),
    pollMs: POLL_MS,
  }
  const gateway = await startGateway({ around, log: () => {} })
  await untilReady(gateway)
  await fundRelayer(evm, gateway)
  const sql = new pg.Client(databaseUrl)
  await sql.connect()
  const shop = await openShop(gateway.api, { BTC: await newBitcoinAddress(bitcoin), ETH: getAddress(`0x${randomBytes(20).toString('hex')}`) })
  return {
    gateway,
    shop,
    bitcoin,
    evm,
    contracts,
    around,
    sql,
    close: async () => {
      await gateway.stop()
      shop.receiver.close()
      await sql.end()
      await Promise.all([evm.stop(), bitcoin.stop()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Mines blocks on a story's chain; the gateway sees them on its own. */
export const mine = (story: Pick<Story, 'bitcoin' | 'evm'>, chain: 'BTC' | 'ETH', blocks: number): Promise<unknown> =>
  chain === 'BTC' ? mineBitcoin(story.bitcoin, blocks) : mineEvm(story.evm, blocks)

async function freshNamespace(): Promise<string> {
  const name = `t-${randomBytes(6).toString('hex')}`
  await ensureNamespace({ address: inject('temporalAddress'), http: inject('temporalHttp'), cli: inject('temporalCli') }, { name, searchAttributes })
  return name
}

async function fundRelayer(evm: RunningEvm, gateway: Gateway): Promise<void> {
  const relayer = gateway.custody.relayerAddresses['ETH']
  if (relayer === undefined) throw new Error('the signer has no relayer on ETH')
  await payNative(evm, { to: getAddress(relayer), wei: RELAYER_WEI })
  await mineEvm(evm, 1)
}
