import type { RunningStripe } from '@gateway/devnet/stripe/start-stripe'
import { freePort } from '@gateway/devnet/processes/port'
import { devnetContracts, deployContracts } from '@gateway/scripts/stack/chain-contracts'
import { startCards } from '@gateway/scripts/stack/cards'
import { prepareDatabase } from '@gateway/scripts/stack/database'
import { type Gateway, startGateway, untilReady } from '@gateway/scripts/stack/gateway'
import type { BuiltPrograms } from '@gateway/scripts/stack/programs'
import { buildPrograms } from '@gateway/scripts/stack/build-programs'
import { fundGasPayers } from '@gateway/scripts/stack/fund-gas-payers'
import { openSecrets } from '@gateway/scripts/stack/secrets'
import { noLimits } from '../../support/no-limits.ts'
import type { Surroundings } from '@gateway/scripts/stack/settings'
import { join } from 'node:path'
import { type NodeProxy, startNodeProxy } from '../../support/node-proxy.ts'
import { startFurther } from '@gateway/scripts/stack/start-further'
import { newWallets } from '../../support/wallets.ts'
import { type Chain, chaosChains, eachChain, onEachChain } from './chains.ts'
import type { Ground } from './ground.ts'
import { keep, type Kept } from './kept.ts'
import type { Servers } from './servers.ts'

/** A gateway with two workers and two signers that reaches its nodes through proxies only. */
export interface Gated {
  readonly gateway: Gateway
  readonly around: Surroundings
  readonly secondWorker: Kept
  readonly secondSigner: Kept
  readonly nodes: Readonly<Record<Chain, NodeProxy>>
  /** The double of the card processor, which nothing kills. */
  readonly stripe: RunningStripe
}

/** A scanner hears of a signed transaction at once, and blocks come no more often. */
const POLL_MS = 1_000

/** Starts the gateway on its servers, and gives its gas payers coins for gas. */
export async function startGated(servers: Servers, { folder, journal, ends, built }: Ground): Promise<Gated> {
  const nodes = await onEachChain((chain) => startNodeProxy(servers.nodes[chain].rpc))
  ends.push(() => Promise.all(Object.values(nodes).map((node) => node.stop())))
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const stripe = await startCards(publicUrl)
  ends.push(() => stripe.stop())
  const around = await surround(servers, {
    dataDir: folder,
    nodes,
    publicUrl,
    stripeUrl: stripe.url,
    built: built ?? (await buildPrograms(join(folder, 'programs'))),
  })
  const log = (line: string): void => journal.note('supervisor', { line })
  const gateway = await startGateway({ around, log, supervised: true })
  ends.push(() => gateway.stop())
  const secondWorker = await keep({ name: 'worker-2', start: () => startFurther('worker', { around, gateway }), journal })
  ends.push(() => secondWorker.stop())
  const secondSigner = await keep({ name: 'signer-2', start: () => startFurther('signer', { around, gateway }), journal })
  ends.push(() => secondSigner.stop())
  await untilReady(gateway)
  await fundGasPayers(servers.nodes, gateway)
  return { gateway, around, secondWorker, secondSigner, nodes, stripe }
}

interface Place {
  readonly dataDir: string
  readonly nodes: Gated['nodes']
  readonly built: BuiltPrograms
  readonly publicUrl: string
  readonly stripeUrl: string
}

async function surround(servers: Servers, { dataDir, nodes, ...place }: Place): Promise<Surroundings> {
  await deployContracts(servers.nodes)
  return {
    databaseUrl: await prepareDatabase(servers.postgresUrl),
    temporalAddress: servers.temporalAddress,
    temporalNamespace: 'default',
    chains: chaosChains,
    rpc: eachChain((chain) => nodes[chain].rpc),
    contracts: devnetContracts,
    platformAddresses: await newWallets(),
    dataDir,
    ...place,
    secrets: openSecrets(dataDir),
    pollMs: POLL_MS,
    rateLimits: noLimits,
    // A run ends long before two days.
    returnHoldHours: 0,
    ...(servers.lightning && { lightning: servers.lightning.place }),
  }
}
