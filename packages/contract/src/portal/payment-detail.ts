import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatCodes } from '@gateway/domain/money/fiat'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import type { Quote } from '@gateway/domain/rates/quote'
import { z } from 'zod'
import { PaymentView, presentPayment } from '../payments.ts'
import { Asset } from '../wire/chain.ts'
import { Id, pathId } from '../wire/id.ts'
import { IdempotencyKey } from '../wire/idempotency-key.ts'
import { DecimalString } from '../wire/money.ts'
import { wireInput } from '../wire/names.ts'
import { presentPercent } from '../wire/percent.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'
import { presentWrongChainMoney, type WrongChainMoney, WrongChainMoneyView } from './operator-wrong-chain.ts'
import { presentToldEvent, type ToldEvent, ToldEventView } from './webhooks.ts'

/** A uint256 in decimal digits, and a point. */
const LONGEST_AMOUNT = 80

/** One payment. */
export const PortalPaymentInput = wireInput(z.object({ id: pathId('payment') }))

/** A payment to accept, and what its merchant saw of it: the decision does not stand once less is there. */
export const AcceptPaymentInput = wireInput(
  z.object({
    id: pathId('payment'),
    amountReceived: DecimalString.max(LONGEST_AMOUNT).meta({
      description: 'It repeats `amount_received` as it was shown; nothing is accepted when less has arrived by now.',
      example: '0.0004',
    }),
  }),
)

/** A payment to refund. The key belongs to one opening of the dialog: repeated, it gets the same link again. */
export const OfferRefundInput = wireInput(z.object({ id: pathId('payment'), idempotencyKey: IdempotencyKey }))

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

/** A refund of a payment as its merchant sees it. */
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

/** Everything that the portal shows of one payment. */
export interface PaymentDetail {
  readonly facts: PaymentFacts
  readonly events: readonly ToldEvent[]
  readonly lateQuote: Quote | null
  readonly held: readonly { readonly asset: AssetCode; readonly units: bigint; readonly reason: string; readonly since: Date }[]
  readonly choices: readonly ShownChoice[]
  readonly pendingDecision: { readonly kind: 'accept' | 'forward'; readonly decidedAt: Date } | null
  readonly refunds: readonly ShownRefund[]
  readonly wrongChain: readonly WrongChainMoney[]
  /** A transaction id is appended to it; null where the chain has no explorer. */
  readonly explorerTx: string | null
}

const ProvenanceView = z.object({
  rate: z.string().meta({ description: 'Fiat per one coin, exactly, before the spread.', example: '60000' }),
  currency: z.enum(fiatCodes),
  usd_rate: z.string(),
  spread_percent: z.number(),
  as_of: Time,
  sources: z.array(
    z.object({
      source: z.string(),
      pair: z.string().nullable(),
      price: z.string(),
      at: Time,
      from: z.object({ pair: z.string(), price: z.string() }).nullable(),
    }),
  ),
})

/** A payment with its timeline, the origin of its rate, its split and its held money. */
export const PortalPaymentView = z.object({
  payment: PaymentView,
  timeline: z.array(ToldEventView),
  rate: ProvenanceView,
  late_rate: ProvenanceView.nullable().meta({
    description: 'The rate that money after the window was judged by; null without such money.',
  }),
  split: z.object({
    fee_percent: z.number(),
    merchant_amount: DecimalString.nullable(),
    fee_amount: DecimalString.nullable(),
    network_fee: DecimalString.nullable(),
  }),
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
  wrong_chain: z.array(WrongChainMoneyView).meta({
    description:
      'What arrived at the address of the payment on another chain. It counts for nothing, and can be flushed there to the wallet.',
  }),
  explorer_tx: z.string().nullable(),
})

/** A payment with everything that the portal shows of it. */
export function presentPaymentDetail(detail: PaymentDetail, qrCode: string): z.output<typeof PortalPaymentView> {
  const payment = presentPayment(detail.facts, qrCode)
  return {
    payment,
    timeline: detail.events.map(presentToldEvent),
    rate: presentProvenance(detail.facts.quote),
    late_rate: detail.lateQuote && presentProvenance(detail.lateQuote),
    split: {
      fee_percent: presentPercent(detail.facts.payment.feeBps),
      merchant_amount: payment.merchant_amount,
      fee_amount: payment.fee_amount,
      network_fee: payment.network_fee,
    },
    held: detail.held.map(({ asset, units, reason, since }) => ({
      blockchain: asset,
      amount: formatUnits(units, assetOf(asset).decimals),
      reason,
      since: presentTime(since),
    })),
    decisions: detail.choices.map((choice) => presentChoice(choice, detail.facts.payment.asset)),
    pending_decision: detail.pendingDecision && {
      decision: detail.pendingDecision.kind,
      since: presentTime(detail.pendingDecision.decidedAt),
    },
    refunds: detail.refunds.map(presentRefund),
    wrong_chain: detail.wrongChain.map(presentWrongChainMoney),
    explorer_tx: detail.explorerTx,
  }
}

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

const presentProvenance = (quote: Quote): z.output<typeof ProvenanceView> => ({
  rate: formatUnits(quote.rate.digits, quote.rate.scale),
  currency: quote.currency,
  usd_rate: formatUnits(quote.usdRate.digits, quote.usdRate.scale),
  spread_percent: presentPercent(quote.spreadBps),
  as_of: presentTime(quote.asOf),
  sources: quote.sources.map(({ source, pair = null, price, at, from = null }) => ({ source, pair, price, at, from })),
})

/** The link of an offered refund, shown this once. */
export const OfferedRefundView = z.object({
  id: Id,
  url: z.string().meta({ description: 'The payer claims the money back on this page; any holder of the link can.' }),
  ends_at: Time,
  blockchain: Asset,
  amount: DecimalString.meta({ description: 'What can be claimed, before the network fee.', example: '0.0004' }),
})

/** The link of an offered refund. */
export const presentOfferedRefund = (
  offered: { id: string; path: string; endsAt: Date; amount: string; asset: AssetCode },
  publicUrl: string,
): z.output<typeof OfferedRefundView> => ({
  id: offered.id,
  url: `${publicUrl}${offered.path}`,
  ends_at: presentTime(offered.endsAt),
  blockchain: offered.asset,
  amount: offered.amount,
})
