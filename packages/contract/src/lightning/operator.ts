import { ceilSats, floorSats } from '@gateway/domain/lightning/amounts'
import { z } from 'zod'
import { Sats } from './scalars.ts'
import { Id } from '../wire/id.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

/** A send without an end. */
interface OperatorSend {
  readonly id: string
  readonly businessName: string
  readonly walletId: string
  readonly paymentHash: string
  readonly amountMsat: bigint
  readonly reserveMsat: bigint
  /** How often the node was asked to pay it, or about it. */
  readonly calls: number
  readonly problem: string | null
  readonly since: Date
  readonly nextLookAt: Date | null
  readonly temporalUrl: string | null
}

/** What our side of the channels held when it was last asked. Amounts are millisatoshis. */
interface OperatorFunds {
  readonly localMsat: bigint
  readonly unsettledLocalMsat: bigint
  readonly pendingLocalMsat: bigint
  readonly remoteMsat: bigint
  readonly asOf: Date
}

/** A channel of the node. */
interface OperatorChannel {
  readonly channelPoint: string
  readonly peer: string
  readonly capacitySats: bigint
  readonly localSats: bigint
  readonly remoteSats: bigint
  readonly unsettledSats: bigint
  readonly isActive: boolean
}

/** What operators read about Lightning. */
export interface OperatorLightning {
  /** Null until a role has asked the node once. */
  readonly funds: OperatorFunds | null
  /** What all wallets have together, with what is reserved. */
  readonly owedMsat: bigint
  /** What the node may hold at most. */
  readonly capSats: bigint
  readonly channels: readonly OperatorChannel[]
  readonly openInvoices: number
  /** How many sends have no end, whether they are in the list or not. */
  readonly openSends: number
  /** The oldest of them. */
  readonly sends: readonly OperatorSend[]
}

/** What operators read about Lightning: the node's channels beside what is owed, and the sends that have no end. */
export const OperatorLightningView = z.object({
  funds: z
    .object({
      local_sats: Sats,
      unsettled_sats: Sats,
      pending_sats: Sats,
      hot_sats: Sats.meta({ description: 'All of our side: local, unsettled and pending.', example: 500_000 }),
      receivable_sats: Sats.meta({ description: 'What could be received.', example: 500_000 }),
      as_of: Time,
    })
    .nullable(),
  owed_sats: Sats,
  cap_sats: Sats,
  is_short: z.boolean().meta({ description: 'True while the node holds less than is owed.' }),
  is_over_cap: z.boolean().meta({ description: 'True while it holds more than it may.' }),
  open_invoices: z.int(),
  open_sends: z.int().meta({ description: 'All sends without an end; the list has the oldest of them.', example: 1 }),
  channels: z.array(
    z.object({
      id: z.string().meta({ description: 'The output that funds the channel.', example: '6f1c…:0' }),
      peer: z.string(),
      active: z.boolean(),
      capacity_sats: Sats,
      local_sats: Sats,
      remote_sats: Sats,
      unsettled_sats: Sats,
    }),
  ),
  sends: z.array(
    z.object({
      id: Id,
      business_name: z.string(),
      wallet_id: z.string(),
      payment_hash: z.string(),
      amount_sats: Sats,
      reserve_sats: Sats,
      calls: z.int(),
      problem: z.string().nullable(),
      since: Time,
      next_look_at: Time.nullable(),
      temporal_url: z.string().nullable(),
    }),
  ),
})

/** What operators read about Lightning. */
export function presentOperatorLightning(of: OperatorLightning): z.output<typeof OperatorLightningView> {
  const { funds, owedMsat, capSats, channels, openInvoices, openSends, sends } = of
  const hotMsat = funds && funds.localMsat + funds.unsettledLocalMsat + funds.pendingLocalMsat
  return {
    funds: funds && hotMsat !== null ? presentFunds(funds, hotMsat) : null,
    owed_sats: Number(ceilSats(owedMsat)),
    cap_sats: Number(capSats),
    is_short: hotMsat !== null && hotMsat < owedMsat,
    is_over_cap: hotMsat !== null && floorSats(hotMsat) > capSats,
    open_invoices: openInvoices,
    open_sends: openSends,
    channels: channels.map(presentChannel),
    sends: sends.map(presentSend),
  }
}

const presentFunds = (funds: OperatorFunds, hotMsat: bigint) => ({
  local_sats: Number(floorSats(funds.localMsat)),
  unsettled_sats: Number(floorSats(funds.unsettledLocalMsat)),
  pending_sats: Number(floorSats(funds.pendingLocalMsat)),
  hot_sats: Number(floorSats(hotMsat)),
  receivable_sats: Number(floorSats(funds.remoteMsat)),
  as_of: presentTime(funds.asOf),
})

const presentChannel = (channel: OperatorChannel) => ({
  id: channel.channelPoint,
  peer: channel.peer,
  active: channel.isActive,
  capacity_sats: Number(channel.capacitySats),
  local_sats: Number(channel.localSats),
  remote_sats: Number(channel.remoteSats),
  unsettled_sats: Number(channel.unsettledSats),
})

const presentSend = (send: OperatorSend) => ({
  id: send.id,
  business_name: send.businessName,
  wallet_id: send.walletId,
  payment_hash: send.paymentHash,
  amount_sats: Number(floorSats(send.amountMsat)),
  reserve_sats: Number(ceilSats(send.reserveMsat)),
  calls: send.calls,
  problem: send.problem,
  since: presentTime(send.since),
  next_look_at: presentTimeOrNull(send.nextLookAt),
  temporal_url: send.temporalUrl,
})
