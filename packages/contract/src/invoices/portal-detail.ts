import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatDecimal } from '@gateway/domain/money/fiat'
import { z } from 'zod'
import { cardPaymentView, type SeenCardPayment } from '../cards.ts'
import { invoiceView, type SeenInvoice } from '../invoices.ts'
import { Asset } from '../wire/chain.ts'
import { Id, pathId } from '../wire/id.ts'
import { IdempotencyKey } from '../wire/idempotency-key.ts'
import { DecimalString, FiatAmount, FiatNumber } from '../wire/money.ts'
import { wireInput } from '../wire/names.ts'
import { text } from '../wire/text.ts'
import { presentTime, Time } from '../wire/time.ts'
import { invoiceRefundView, type SeenRefund } from './refunds.ts'
import { type HeldMoney, HeldMoneyView, presentHeldMoney } from '../held-money.ts'
import { presentToldEvent, type ToldEvent, ToldEventView } from '../portal/webhooks.ts'

/** One invoice. */
export const PortalInvoiceInput = wireInput(z.object({ id: pathId('invoice') }))

/** Held money of an invoice to refund. The key belongs to one opening of the dialog: repeated, it gets the same link again. */
export const OfferInvoiceRefundInput = wireInput(z.object({ id: pathId('invoice'), idempotencyKey: IdempotencyKey }))

/** What was given back of an invoice from elsewhere, such as by bank transfer. */
export const GiveBackInput = wireInput(
  z.object({
    id: pathId('invoice'),
    idempotencyKey: IdempotencyKey,
    amount: FiatAmount.meta({ description: 'What was given back, in the currency of the invoice.', example: 19 }),
    note: text({ max: 500 }, { description: 'How it was given back, for your records.', example: 'Bank transfer of 4 October' }).optional(),
  }),
)

const depositStates = ['processing', 'credited', 'held', 'forwarded', 'returned'] as const

interface ShownDeposit {
  readonly id: string
  readonly txId: string
  readonly asset: AssetCode
  readonly units: bigint
  readonly arrivedAt: Date
  readonly state: (typeof depositStates)[number]
  readonly confirmations: number
  readonly confirmationsRequired: number
  readonly creditedMinor: bigint
  readonly heldFor: 'late' | 'wrong_asset' | null
}

interface ShownCard extends SeenCardPayment {
  readonly creditedMinor: bigint
  readonly surplusMinor: bigint
}

/** A document of the invoice or of one of its credit notes; `sha256` is null until a worker has written it. */
interface ShownDocument {
  readonly id: string
  readonly number: string
  readonly sha256: string | null
  readonly isElectronic: boolean | null
}

/** Everything that the portal shows of one invoice. */
export interface InvoiceDetail extends HeldMoney {
  readonly seen: SeenInvoice
  readonly deposits: readonly ShownDeposit[]
  readonly cards: readonly ShownCard[]
  readonly documents: readonly ShownDocument[]
  readonly events: readonly ToldEvent[]
  /** True while money is on its way that would pay all that is open. */
  readonly isProcessing: boolean
  /** What is to be given back: credited beyond what it asks for after its credit notes. */
  readonly overpaidMinor: bigint
  /** What its merchant has given back from elsewhere. */
  readonly givenBack: readonly SeenRefund[]
  /** True when the merchant has something to decide or to refund. */
  readonly needsDecision: boolean
  /** A transaction id is appended to it; null without a coin, and where its chain has no explorer. */
  readonly explorerTx: string | null
}

/** An invoice with the money of both rails, its documents and its history. */
export const PortalInvoiceView = z.object({
  invoice: invoiceView.schema,
  deposits: z.array(
    z.object({
      id: z.string(),
      tx_id: z.string(),
      blockchain: Asset,
      amount: DecimalString,
      status: z.enum(depositStates),
      confirmations: z.int(),
      confirmations_required: z.int(),
      credited: FiatNumber.meta({ description: 'What it pays of the invoice.', example: 119 }),
      held_for: z.enum(['late', 'wrong_asset']).nullable(),
      arrived_at: Time,
    }),
  ),
  cards: z.array(
    cardPaymentView.schema.pick({ id: true, status: true, amount: true, currency: true, created_at: true }).extend({
      credited: FiatNumber.meta({ description: 'What it pays of the invoice.', example: 119 }),
      surplus: FiatNumber.meta({ description: 'Charged beyond what was open, and not given back yet.', example: 0 }),
    }),
  ),
  documents: z.array(
    z.object({
      id: Id,
      number: z.string(),
      kind: z.enum(['invoice', 'credit_note']),
      sha256: z.string().nullable().meta({ description: 'Of its bytes, in hexadecimal; null until they are written.', example: null }),
      is_e_invoice: z.boolean().nullable(),
    }),
  ),
  timeline: z.array(ToldEventView),
  ...HeldMoneyView.shape,
  given_back: z.array(invoiceRefundView.schema.pick({ id: true, amount: true, tx_hashes: true, reason: true, created_at: true })),
  is_processing: z.boolean().meta({ description: 'True while money is on its way that would pay all that is open.', example: false }),
  overpaid: FiatNumber.meta({ description: 'Paid beyond what it asks for after its credit notes, and not refunded yet.', example: 0 }),
  needs_decision: z.boolean().meta({ description: 'True when there is money to decide about or to give back.', example: false }),
  explorer_tx: z.string().nullable(),
})

/** An invoice as its business sees it. */
export function presentInvoiceDetail(detail: InvoiceDetail): z.output<typeof PortalInvoiceView> {
  const { seen, deposits, cards, documents, events, isProcessing, overpaidMinor, needsDecision, explorerTx } = detail
  const { id, currency } = seen.invoice
  return {
    invoice: invoiceView.present(seen),
    deposits: deposits.map((deposit) => presentDeposit(deposit, currency)),
    cards: cards.map((card) => presentCard(card, currency)),
    documents: documents.map(({ isElectronic, ...document }) => ({
      ...document,
      kind: document.id === id ? 'invoice' : 'credit_note',
      is_e_invoice: isElectronic,
    })),
    timeline: events.map(presentToldEvent),
    ...presentHeldMoney(detail, seen.invoice.asset),
    given_back: detail.givenBack.map(presentGiven),
    is_processing: isProcessing,
    overpaid: fiat(overpaidMinor, currency),
    needs_decision: needsDecision,
    explorer_tx: explorerTx,
  }
}

function presentGiven(given: SeenRefund): z.output<typeof PortalInvoiceView>['given_back'][number] {
  const { id, amount, tx_hashes, reason, created_at } = invoiceRefundView.present(given)
  return { id, amount, tx_hashes, reason, created_at }
}

const fiat = (minor: bigint, currency: FiatCode): number => toNumber(fiatDecimal(minor, currency))

const presentDeposit = (deposit: ShownDeposit, currency: FiatCode): z.output<typeof PortalInvoiceView>['deposits'][number] => ({
  id: deposit.id,
  tx_id: deposit.txId,
  blockchain: deposit.asset,
  amount: formatUnits(deposit.units, assetOf(deposit.asset).decimals),
  status: deposit.state,
  confirmations: deposit.confirmations,
  confirmations_required: deposit.confirmationsRequired,
  credited: fiat(deposit.creditedMinor, currency),
  held_for: deposit.heldFor,
  arrived_at: presentTime(deposit.arrivedAt),
})

function presentCard(card: ShownCard, of: FiatCode): z.output<typeof PortalInvoiceView>['cards'][number] {
  const { id, status, amount, currency, created_at } = cardPaymentView.present(card)
  return { id, status, amount, currency, created_at, credited: fiat(card.creditedMinor, of), surplus: fiat(card.surplusMinor, of) }
}
