import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatCodes } from '@gateway/domain/money/fiat'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import type { Quote } from '@gateway/domain/rates/quote'
import { z } from 'zod'
import { paymentRefundView, type SeenPaymentRefund } from '../payment-refunds.ts'
import { PaymentView, presentPayment } from '../payments.ts'
import { pathId } from '../wire/id.ts'
import { DecimalString } from '../wire/money.ts'
import { wireInput } from '../wire/names.ts'
import { presentPercent } from '../wire/percent.ts'
import { presentTime, Time } from '../wire/time.ts'
import { type HeldMoney, HeldMoneyView, presentHeldMoney } from '../held-money.ts'
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

/** Everything that the portal shows of one payment. */
export interface PaymentDetail extends HeldMoney {
  readonly facts: PaymentFacts
  readonly events: readonly ToldEvent[]
  readonly lateQuote: Quote | null
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
  ...HeldMoneyView.shape,
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
    ...presentHeldMoney(detail, detail.facts.payment.asset),
    wrong_chain: detail.wrongChain.map(presentWrongChainMoney),
    explorer_tx: detail.explorerTx,
  }
}

const presentProvenance = (quote: Quote): z.output<typeof ProvenanceView> => ({
  rate: formatUnits(quote.rate.digits, quote.rate.scale),
  currency: quote.currency,
  usd_rate: formatUnits(quote.usdRate.digits, quote.usdRate.scale),
  spread_percent: presentPercent(quote.spreadBps),
  as_of: presentTime(quote.asOf),
  sources: quote.sources.map(({ source, pair = null, price, at, from = null }) => ({ source, pair, price, at, from })),
})

/** A refund with what opens the wallet of the merchant who pays it. */
export interface PortalRefund extends SeenPaymentRefund {
  /** With address and open amount; null before an address is named, and once nothing is open. */
  readonly paymentUri: string | null
  /** The text of the QR image: that URI, or the plain address where wallets misread it. */
  readonly qrText: string | null
}

/** The refunds of a payment as the portal shows them. */
export interface PortalRefunds {
  readonly asset: AssetCode
  /** What its merchant can still refund, in base units. */
  readonly leftUnits: bigint
  /** Oldest first. */
  readonly refunds: readonly PortalRefund[]
}

/** The refunds of a payment, and what its merchant can still refund. */
export const PortalRefundsView = z.object({
  amount_left: DecimalString.meta({
    description: 'What can still be refunded from the wallet of the merchant, in the coin; `0` while the payment allows no refund.',
    example: '0.0004',
  }),
  refunds: z.array(paymentRefundView.schema.extend({ payment_uri: z.string().nullable(), qr_text: z.string().nullable() })),
})

/** The refunds of a payment as the portal shows them. */
export const presentPortalRefunds = ({ asset, leftUnits, refunds }: PortalRefunds): z.output<typeof PortalRefundsView> => ({
  amount_left: formatUnits(leftUnits, assetOf(asset).decimals),
  refunds: refunds.map((refund) => ({ ...paymentRefundView.present(refund), payment_uri: refund.paymentUri, qr_text: refund.qrText })),
})
