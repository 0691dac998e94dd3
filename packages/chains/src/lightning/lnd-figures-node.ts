import { z } from 'zod'
import type { FiguresNode, NodeChannel } from './figures-node.ts'
import type { LndAccess } from './lnd-access.ts'
import { createLndClient } from './lnd-client.ts'
import { Int64 } from './message-parts.ts'

const Channel = z.object({
  channel_point: z.string().min(1),
  remote_pubkey: z.string().min(1),
  capacity: Int64,
  local_balance: Int64,
  remote_balance: Int64,
  unsettled_balance: Int64,
  active: z.boolean(),
})
const Channels = z.object({ channels: z.array(Channel) })

/** What operators see of an LND. Source: api.lightning.community, ListChannels. */
export function createLndFiguresNode(access: LndAccess): FiguresNode {
  const lnd = createLndClient(access)
  return {
    listChannels: async () => {
      const call = { name: 'ListChannels', request: {}, shape: Channels } as const
      const { channels } = await lnd.ask({ ...call, make: (stubs, ...rest) => stubs.default.listChannels(...rest) })
      return channels.map(asChannel)
    },
    close: () => lnd.close(),
  }
}

const asChannel = (channel: z.output<typeof Channel>): NodeChannel => ({
  channelPoint: channel.channel_point,
  peer: channel.remote_pubkey,
  capacitySats: channel.capacity,
  localSats: channel.local_balance,
  remoteSats: channel.remote_balance,
  unsettledSats: channel.unsettled_balance,
  isActive: channel.active,
})
