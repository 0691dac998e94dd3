import { z } from 'zod'
import { type BitcoinNode, mineBitcoin, payBitcoin } from '../bitcoin/bitcoin-faucet.ts'
import { waitFor } from '../wait.ts'
import { LndRefusal } from './lnd-rest.ts'
import type { RunningLnd } from './lnd.ts'

/** Satoshis of the channel, the largest without a special agreement; half of them are the other side's. */
const CHANNEL_SATS = 16_000_000
const FUNDS_SATS = 100_000_000n

const Channels = z.object({ channels: z.array(z.object({ chan_id: z.string(), active: z.boolean() })) })
const Edge = z.object({ node1_policy: z.object({}).nullish(), node2_policy: z.object({}).nullish() })
const Balance = z.object({ confirmed_balance: z.string() })

/** The two ends of a channel, and the Bitcoin node that both use. */
interface Ends {
  readonly from: RunningLnd
  readonly to: RunningLnd
  readonly bitcoin: BitcoinNode
}

/** Opens a channel with money on both sides unless there is one, and resolves when it can be used both ways. */
export async function openChannel(ends: Ends): Promise<void> {
  if ((await channelsOf(ends.from)).length === 0) await fund(ends)
  await connectPeers(ends)
  await Promise.all([ends.from, ends.to].map(untilUsable))
}

async function fund(ends: Ends): Promise<void> {
  const { from, to, bitcoin } = ends
  const { address } = await from.rest.call({ path: '/v1/newaddress?type=TAPROOT_PUBKEY', shape: z.object({ address: z.string() }) })
  await payBitcoin(bitcoin, { address, sats: FUNDS_SATS })
  await mineBitcoin(bitcoin, 1)
  await waitFor(`the funds of ${from.alias}`, async () => {
    const { confirmed_balance } = await from.rest.call({ path: '/v1/balance/blockchain', shape: Balance })
    return BigInt(confirmed_balance) > 0n
  })
  await connectPeers(ends)
  const body = {
    node_pubkey: Buffer.from(to.publicKey, 'hex').toString('base64'),
    local_funding_amount: String(CHANNEL_SATS),
    push_sat: String(CHANNEL_SATS / 2),
    sat_per_vbyte: '2',
  }
  // A block that has just come makes either node catch up first; the other one then calls it an internal error.
  await waitFor('the channel to be opened', () =>
    from.rest.call({ path: '/v1/channels', body, shape: z.object({}) }).catch(whileCatchingUp),
  )
  // Three make it known to the graph.
  await mineBitcoin(bitcoin, 3)
}

/** Connects two nodes; those that are connected stay so. */
export async function connectPeers({ from, to }: Pick<Ends, 'from' | 'to'>): Promise<void> {
  const body = { addr: { pubkey: to.publicKey, host: to.peerAddress } }
  await from.rest.call({ path: '/v1/peers', body, shape: z.object({}) }).catch((error: unknown) => {
    if (!(error instanceof LndRefusal && /already connected/.test(error.message))) throw error
  })
}

/** An active channel is not enough: a payment finds no route until both policies are in the graph of its node. */
async function untilUsable(node: RunningLnd): Promise<void> {
  await waitFor(`the channel of ${node.alias}`, async () => {
    const channel = (await channelsOf(node)).find(({ active }) => active)
    if (!channel) return false
    const edge = await node.rest.call({ path: `/v1/graph/edge/${channel.chan_id}`, shape: Edge }).catch(onRefusal)
    return Boolean(edge?.node1_policy && edge.node2_policy)
  })
}

/** True while the other node of the channel is connected. */
export const hasActiveChannel = async (node: RunningLnd): Promise<boolean> => (await channelsOf(node)).some(({ active }) => active)

const channelsOf = async (node: RunningLnd) => (await node.rest.call({ path: '/v1/channels', shape: Channels })).channels

function whileCatchingUp(error: unknown): undefined {
  if (error instanceof LndRefusal && /fully synced|internal error/.test(error.message)) return undefined
  throw error
}

/** The graph does not know the channel yet. */
function onRefusal(error: unknown): undefined {
  if (error instanceof LndRefusal) return undefined
  throw error
}
