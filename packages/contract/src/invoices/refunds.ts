import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatCodes, fiatDecimal } from '@gateway/domain/money/fiat'
import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { Asset } from '../wire/chain.ts'
import { Id, pathId } from '../wire/id.ts'
import { CryptoAmount, DecimalString, FiatAmount, FiatNumber } from '../wire/money.ts'
import { wireFilter, wireInput } from '../wire/names.ts'
import { memberOf, view } from '../wire/objects/view.ts'
import { limit, Offset, PageView } from '../wire/page.ts'
import { choice } from '../wire/scalar.ts'
import { text } from '../wire/text.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

/** A transaction id of any chain. */
const LONGEST_TX = 128

/** Money of an invoice to give back: what is held of it, or what its merchant has given back already. */
export const RefundInvoiceInput = wireInput(
  z.object({
    id: pathId('invoice'),
    amount: FiatAmount.meta({
      description: 'Only with `tx_hash`: what was given back, in the currency of the invoice.',
      example: 19,
    }).optional(),
    amountCrypto: CryptoAmount.meta({
      description: 'What you expect to be held. Held money goes back whole: any other amount is refused, and nothing is offered.',
      example: '0.0005',
    }).optional(),
    rate: choice(['payment', 'current'], {
      description: 'Only refunds of payments go back by a price: with this member the request is refused.',
      example: 'current',
    }).optional(),
    reason: text({ max: 500 }, { description: 'Why, for your records.', example: 'Paid twice' }).optional(),
    sendTo: emailAddress('The payer gets the link by e-mail.', 'lena@hoffmann.example').optional(),
    address: text(
      { min: 1, max: 200 },
      {
        description: 'Where the payer wants the money, when you know it. Without it the payer names it on the page of the link.',
        example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      },
    ).optional(),
    txHash: text(
      { min: 1, max: LONGEST_TX },
      {
        description: 'The transaction by which you have given money back from your own wallet already. It is noted, and moves nothing.',
        example: '9f2c4b7d0e6a1835c47f20b9d3e8a6514c0f7be2193d5a86e0417cb2f98d6a3e',
      },
    ).optional(),
  }),
)
export type RefundInvoiceInput = z.output<typeof RefundInvoiceInput>

/** Of which invoice to list refunds. */
export const ListInvoiceRefundsInput = wireFilter(z.object({ id: pathId('invoice'), limit: limit(50), offset: Offset }))

/** One refund of an invoice. */
export const InvoiceRefundInput = wireInput(z.object({ id: pathId('invoice'), refundId: pathId('refund') }))

const refundStatuses = ['offered', 'named', 'paying', 'refunded', 'cancelled', 'expired'] as const

/** A refund of an invoice, or what its merchant has given back from elsewhere. */
export interface SeenRefund {
  readonly id: string
  readonly invoiceId: string
  readonly currency: FiatCode
  /** What was given back from elsewhere, in the smallest unit of the currency; null for held money. */
  readonly amountMinor: bigint | null
  readonly asset: AssetCode | null
  /** What goes back, network fee included, in base units; null for other money, and for a refund that has ended without any. */
  readonly units: bigint | null
  readonly paidUnits: bigint
  readonly address: string | null
  readonly status: (typeof refundStatuses)[number]
  /** The page of its link, shown only once; null afterwards. */
  readonly url: string | null
  readonly txIds: readonly string[]
  readonly expiresAt: Date | null
  readonly payableFrom: Date | null
  readonly reason: string | null
  readonly createdAt: Date
}

const its = memberOf<SeenRefund>()
const amountOf = ({ asset }: SeenRefund, units: bigint): string => formatUnits(units, asset === null ? 0 : assetOf(asset).decimals)

/** A refund in an answer. */
export const invoiceRefundView = view(
  {
    id: its(Id, 'id'),
    invoice_id: its(Id, 'invoiceId'),
    amount: its(
      FiatNumber.nullable().meta({ description: 'What you have given back from elsewhere; null for held money.', example: null }),
      ({ amountMinor, currency }) => (amountMinor === null ? null : toNumber(fiatDecimal(amountMinor, currency))),
    ),
    currency: its(z.enum(fiatCodes).meta({ description: 'The currency of the invoice.', example: 'EUR' }), 'currency'),
    blockchain: its(Asset.nullable().meta({ description: 'The coin that goes back; null for other money.', example: 'BTC' }), 'asset'),
    amount_crypto: its(
      DecimalString.nullable().meta({
        description: 'The held money that goes back, network fee included; it may grow until it is sent.',
        example: '0.0005',
      }),
      (refund) => (refund.units === null ? null : amountOf(refund, refund.units)),
    ),
    amount_paid: its(DecimalString.meta({ description: 'What has gone back for good, in the coin.', example: '0' }), (refund) =>
      amountOf(refund, refund.paidUnits),
    ),
    address: its(
      z.string().nullable().meta({ description: 'Where the payer wants it; null until it is named.', example: null }),
      'address',
    ),
    status: its(
      z.enum(refundStatuses).meta({
        description:
          '`offered`: the payer can name an address. `named`: it waits for the end of its hold. `paying`: it is on its way. `refunded`: it is final. `cancelled`, `expired`: the money stays held.',
        example: 'offered',
      }),
      'status',
    ),
    refund_url: its(
      z.string().nullable().meta({
        description:
          'The page on which the payer names the address. Any holder of the link can; it is shown only in the answer that creates it.',
        example: 'https://pay.example/refund/ret_7Qm1wS8cX0uVb2rN5tYhKzLpDf3JgEaC9oIxW4vB6Zs',
      }),
      'url',
    ),
    pay_url: its(z.null().meta({ description: 'Always null: held money is sent by the gateway.', example: null }), () => null),
    tx_hashes: its(z.array(z.string()).meta({ description: 'The transactions that give it back.', example: [] }), ({ txIds }) => [
      ...txIds,
    ]),
    reason: its(z.string().nullable().meta({ description: 'Why it was given back, as you noted it.', example: null }), 'reason'),
    payable_from: its(
      Time.nullable().meta({ description: 'When the hold of a named address is over; null before one is named.' }),
      ({ payableFrom }) => presentTimeOrNull(payableFrom),
    ),
    expires_at: its(Time.nullable().meta({ description: 'When an unused link ends.' }), ({ expiresAt }) => presentTimeOrNull(expiresAt)),
    created_at: its(Time, ({ createdAt }) => presentTime(createdAt)),
  },
  { id: 'InvoiceRefund', description: 'Money of an invoice that goes back to its payer.' },
)

/** A page of the refunds of an invoice. */
export const InvoiceRefundListView = z.object({ refunds: z.array(invoiceRefundView.schema), ...PageView })
