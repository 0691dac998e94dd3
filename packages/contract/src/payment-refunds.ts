import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatCodes, fiatDecimal } from '@gateway/domain/money/fiat'
import type { RefundRate, RefundTransferState } from '@gateway/domain/payments/assisted-refund'
import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { Asset } from './wire/chain.ts'
import { Id, pathId } from './wire/id.ts'
import { IdempotencyKey } from './wire/idempotency-key.ts'
import { CryptoAmount, DecimalString, FiatAmount, FiatNumber } from './wire/money.ts'
import { wireFilter, wireInput } from './wire/names.ts'
import { memberOf, view } from './wire/objects/view.ts'
import { limit, Offset, PageView } from './wire/page.ts'
import { choice } from './wire/scalar.ts'
import { text } from './wire/text.ts'
import { presentTime, presentTimeOrNull, Time } from './wire/time.ts'

/** A transaction id of any chain. */
const LONGEST_TX = 128

const TxHash = text(
  { min: 1, max: LONGEST_TX },
  {
    description: 'The transaction by which you have paid, from your own wallet.',
    example: '9f2c4b7d0e6a1835c47f20b9d3e8a6514c0f7be2193d5a86e0417cb2f98d6a3e',
  },
)

/** How much of a payment goes back, and to whom. The operation validates the amount. */
const refundPayment = z.object({
  id: pathId('payment'),
  amount: FiatAmount.meta({
    description: 'What goes back, in the currency of the payment. Without it and `amount_crypto` everything that is left goes back.',
    example: 5,
  }).optional(),
  amountCrypto: CryptoAmount.meta({ description: 'The same in the coin; instead of `amount`.', example: '0.0004' }).optional(),
  rate: choice(['payment', 'current'], {
    description: 'By which price `amount` becomes an amount of the coin: that of the payment, or the current one.',
    example: 'payment',
  }).prefault('payment'),
  reason: text({ max: 500 }, { description: 'The payer reads it on the page of the link.', example: 'Item out of stock' }).optional(),
  sendTo: emailAddress(
    'The payer gets the link by e-mail, and another e-mail once the money has arrived.',
    'lena@hoffmann.example',
  ).optional(),
  address: text(
    { min: 1, max: 200 },
    {
      description: 'Where the payer wants the money, when you know it. Without it the payer names it on the page of the link.',
      example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    },
  ).optional(),
  txHash: TxHash.optional(),
})
export const RefundPaymentInput = wireInput(refundPayment)
export type RefundPaymentInput = z.output<typeof RefundPaymentInput>

/** The same from the portal. The key belongs to one opening of the dialog: repeated, it gets the same links again. */
export const PortalRefundPaymentInput = wireInput(refundPayment.extend({ idempotencyKey: IdempotencyKey }))

/** Of which payment to list refunds. */
export const ListPaymentRefundsInput = wireFilter(z.object({ id: pathId('payment'), limit: limit(50), offset: Offset }))

/** One refund of a payment. */
export const PaymentRefundInput = wireInput(z.object({ id: pathId('payment'), refundId: pathId('refund') }))

/** A transaction that has paid a refund. */
export const NameRefundTransactionInput = wireInput(z.object({ id: pathId('payment'), refundId: pathId('refund'), txHash: TxHash }))

/** A transfer to the address of a refund. */
interface SeenRefundTransfer {
  readonly txId: string
  readonly units: bigint
  readonly state: RefundTransferState
  /** False while it could be of several refunds, or of none: its merchant names its transaction for one of them. */
  readonly isCounted: boolean
}

/** A transaction that the merchant has named. */
interface NamedRefundTransaction {
  readonly txId: string
  readonly state: 'waiting' | 'found' | 'refused'
  readonly problem: string | null
}

/** A refund of a payment, whoever pays it. */
export interface SeenPaymentRefund {
  readonly id: string
  readonly paymentId: string
  /** Who pays it: held money is sent by the gateway, forwarded money by its merchant. */
  readonly paidBy: 'gateway' | 'merchant'
  readonly currency: FiatCode
  /** In the smallest unit of the currency; null for held money, which goes back whole. */
  readonly fiatMinor: bigint | null
  readonly rate: RefundRate | null
  readonly asset: AssetCode
  /** What goes back, in base units; null for held money that has gone elsewhere. */
  readonly units: bigint | null
  readonly paidUnits: bigint
  readonly address: string | null
  readonly status: 'offered' | 'named' | 'paying' | 'refunded' | 'cancelled' | 'expired'
  /** The payer's page, shown only once; null afterwards. */
  readonly refundUrl: string | null
  /** The page on which the merchant pays, shown only once; null afterwards and for held money. */
  readonly payUrl: string | null
  readonly transfers: readonly SeenRefundTransfer[]
  readonly transactions: readonly NamedRefundTransaction[]
  readonly reason: string | null
  /** End of the hold of held money; null otherwise. */
  readonly payableFrom: Date | null
  readonly expiresAt: Date
  readonly createdAt: Date
}

const its = memberOf<SeenPaymentRefund>()
const inCoin = ({ asset }: SeenPaymentRefund, units: bigint): string => formatUnits(units, assetOf(asset).decimals)

/** A refund in an answer. */
export const paymentRefundView = view(
  {
    id: its(Id, 'id'),
    payment_id: its(Id, 'paymentId'),
    paid_by: its(
      z.enum(['gateway', 'merchant']).meta({
        description: '`gateway`: held money, which the gateway sends. `merchant`: the money is in your wallet, and you pay it from there.',
        example: 'merchant',
      }),
      'paidBy',
    ),
    amount: its(
      FiatNumber.nullable().meta({ description: 'What goes back, in the currency of the payment; null for held money.', example: 5 }),
      ({ fiatMinor, currency }) => (fiatMinor === null ? null : toNumber(fiatDecimal(fiatMinor, currency))),
    ),
    currency: its(z.enum(fiatCodes).meta({ description: 'The currency of the payment.', example: 'USD' }), 'currency'),
    rate: its(
      z.enum(['payment', 'current']).nullable().meta({ description: 'The price that was used; null for held money.', example: 'payment' }),
      'rate',
    ),
    blockchain: its(Asset, 'asset'),
    amount_crypto: its(
      DecimalString.nullable().meta({
        description: 'What goes back, in the coin; null for held money that has gone elsewhere.',
        example: '0.0004',
      }),
      (refund) => (refund.units === null ? null : inCoin(refund, refund.units)),
    ),
    amount_paid: its(DecimalString.meta({ description: 'What has gone back for good, in the coin.', example: '0' }), (refund) =>
      inCoin(refund, refund.paidUnits),
    ),
    address: its(
      z.string().nullable().meta({ description: 'Where the payer wants it; null until it is named.', example: null }),
      'address',
    ),
    status: its(
      z.enum(['offered', 'named', 'paying', 'refunded', 'cancelled', 'expired']).meta({
        description:
          '`offered`: the payer can name an address. `named`: it can be paid. `paying`: a part has arrived, or nothing is final yet. `refunded`: all of it is final. `cancelled`, `expired`: it is not looked for any more.',
        example: 'offered',
      }),
      'status',
    ),
    refund_url: its(
      z.string().nullable().meta({
        description: "The payer's page. Any holder of the link can name the address; it is shown only in the answer that creates it.",
        example: 'https://pay.example/refund/ret_7Qm1wS8cX0uVb2rN5tYhKzLpDf3JgEaC9oIxW4vB6Zs',
      }),
      'refundUrl',
    ),
    pay_url: its(
      z.string().nullable().meta({
        description: 'The page with address, amount and QR code for whoever pays it; shown only once. Null for held money.',
        example: 'https://pay.example/pay-refund/ret_1Zx9cV2bN4mQ7wE0rT5yU8iO3pA6sD1fG4hJ7kL0zXc',
      }),
      'payUrl',
    ),
    tx_hashes: its(z.array(z.string()).meta({ description: 'The transactions that give it back.', example: [] }), ({ transfers }) => [
      ...new Set(transfers.flatMap(({ txId, isCounted, state }) => (isCounted && state !== 'gone' ? [txId] : []))),
    ]),
    transfers: its(
      z
        .array(
          z.object({
            tx_hash: z.string(),
            amount: DecimalString,
            status: z.enum(['included', 'final', 'gone']),
            counted: z.boolean().meta({ description: 'False while you have to say of which refund it is, by its transaction.' }),
          }),
        )
        .meta({ description: 'What has arrived at the address, and what a reorganisation took back.', example: [] }),
      (refund) =>
        refund.transfers.map(({ txId, units, state, isCounted }) => ({
          tx_hash: txId,
          amount: inCoin(refund, units),
          status: state,
          counted: isCounted,
        })),
    ),
    named_transactions: its(
      z
        .array(z.object({ tx_hash: z.string(), status: z.enum(['waiting', 'found', 'refused']), problem: z.string().nullable() }))
        .meta({ description: 'The transactions that you have named, and why one does not count.', example: [] }),
      ({ transactions }) => transactions.map(({ txId, state, problem }) => ({ tx_hash: txId, status: state, problem })),
    ),
    reason: its(z.string().nullable().meta({ description: 'Why it goes back.', example: 'Item out of stock' }), 'reason'),
    payable_from: its(Time.nullable().meta({ description: 'When the hold of held money is over; null otherwise.' }), ({ payableFrom }) =>
      presentTimeOrNull(payableFrom),
    ),
    expires_at: its(Time.meta({ description: 'When it expires unless something was paid.' }), ({ expiresAt }) => presentTime(expiresAt)),
    created_at: its(Time, ({ createdAt }) => presentTime(createdAt)),
  },
  { id: 'PaymentRefund', description: 'Money of a payment that goes back to its payer.' },
)

/** A page of the refunds of a payment. */
export const PaymentRefundListView = z.object({ refunds: z.array(paymentRefundView.schema), ...PageView })
