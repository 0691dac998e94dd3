import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { Asset } from './wire/chain.ts'
import { Id } from './wire/id.ts'
import { DecimalString } from './wire/money.ts'
import { presentTime, presentTimeOrNull, Time } from './wire/time.ts'

const choiceKinds = ['accept', 'forward', 'refund', 'withdraw_refund'] as const
const consequences = [
  'counts_as_paid',
  'goes_to_wallet',
  'fee_is_taken',
  'status_stays',
  'payer_gets_link',
  'payer_bears_network_fee',
  'refund_link_ends',
  'money_stays_held',
  'cannot_be_undone',
] as const

/** A decision that held money allows now. */
interface ShownChoice {
  readonly kind: (typeof choiceKinds)[number]
  readonly endsLink: boolean
  /** Of a forward. */
  readonly assets?: readonly AssetCode[]
  /** Of a refund, before its network fee. */
  readonly units?: bigint
}

/** What a decision leads to, beside the end of an open refund link. */
const leadsTo: Readonly<Record<ShownChoice['kind'], readonly (typeof consequences)[number][]>> = {
  accept: ['counts_as_paid', 'goes_to_wallet', 'fee_is_taken', 'cannot_be_undone'],
  forward: ['goes_to_wallet', 'fee_is_taken', 'status_stays', 'cannot_be_undone'],
  refund: ['payer_gets_link', 'payer_bears_network_fee', 'status_stays'],
  withdraw_refund: ['money_stays_held'],
}

/** A refund of held money as its merchant sees it. */
interface ShownRefund {
  readonly id: string
  readonly state: 'offered' | 'claimed' | 'paying' | 'returned' | 'withdrawn'
  readonly offeredAt: Date
  readonly offerEndsAt: Date
  readonly address: string | null
  readonly claimedAt: Date | null
  readonly usableAt: Date | null
  readonly endedAt: Date | null
  readonly endReason: string | null
}

/** Held money of a payment or an invoice, and what can be decided about it. */
export interface HeldMoney {
  readonly held: readonly { readonly asset: AssetCode; readonly units: bigint; readonly reason: string; readonly since: Date }[]
  readonly choices: readonly ShownChoice[]
  readonly pendingDecision: { readonly kind: 'accept' | 'forward'; readonly decidedAt: Date } | null
  readonly refunds: readonly ShownRefund[]
}

/** Held money, the decisions that it allows, and its refunds. */
export const HeldMoneyView = z.object({
  held: z.array(z.object({ blockchain: Asset, amount: DecimalString, reason: z.string(), since: Time })),
  decisions: z.array(
    z.object({
      decision: z.enum(choiceKinds),
      consequences: z.array(z.enum(consequences)),
      blockchains: z.array(Asset),
      amount: DecimalString.nullable(),
    }),
  ),
  pending_decision: z.object({ decision: z.enum(['accept', 'forward']), since: Time }).nullable(),
  refunds: z.array(
    z.object({
      id: Id,
      status: z.enum(['offered', 'claimed', 'paying', 'returned', 'withdrawn']),
      offered_at: Time,
      offer_ends_at: Time,
      address: z.string().nullable(),
      claimed_at: Time.nullable(),
      payable_from: Time.nullable(),
      ended_at: Time.nullable(),
      end_reason: z.string().nullable(),
    }),
  ),
})

/** Held money as its merchant sees it; `asset` is the coin that was asked for. */
export const presentHeldMoney = (
  { held, choices, pendingDecision, refunds }: HeldMoney,
  asset: AssetCode | null,
): z.output<typeof HeldMoneyView> => ({
  held: held.map((one) => ({
    blockchain: one.asset,
    amount: formatUnits(one.units, assetOf(one.asset).decimals),
    reason: one.reason,
    since: presentTime(one.since),
  })),
  decisions: asset === null ? [] : choices.map((choice) => presentChoice(choice, asset)),
  pending_decision: pendingDecision && { decision: pendingDecision.kind, since: presentTime(pendingDecision.decidedAt) },
  refunds: refunds.map(presentRefund),
})

const presentChoice = ({ kind, endsLink, assets = [], units }: ShownChoice, asset: AssetCode) => ({
  decision: kind,
  consequences: [...leadsTo[kind], ...(endsLink ? (['refund_link_ends'] as const) : [])],
  blockchains: kind === 'forward' ? [...assets] : [asset],
  amount: units === undefined ? null : formatUnits(units, assetOf(asset).decimals),
})

const presentRefund = (refund: ShownRefund) => ({
  id: refund.id,
  status: refund.state,
  offered_at: presentTime(refund.offeredAt),
  offer_ends_at: presentTime(refund.offerEndsAt),
  address: refund.address,
  claimed_at: presentTimeOrNull(refund.claimedAt),
  payable_from: presentTimeOrNull(refund.usableAt),
  ended_at: presentTimeOrNull(refund.endedAt),
  end_reason: refund.endReason,
})

/** The link of an offered refund, shown this once. */
export const OfferedRefundView = z.object({
  id: Id,
  url: z.string().meta({ description: 'The payer claims the money back on this page; any holder of the link can.' }),
  ends_at: Time,
  blockchain: Asset,
  amount: DecimalString.meta({ description: 'What can be claimed, before the network fee.', example: '0.0004' }),
})
