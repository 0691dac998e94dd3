import { invoiceSubject } from '@gateway/contract/rooms/invoices'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { ownInvoices } from '@gateway/db/invoices/queries'
import type { Owned } from '@gateway/db/kernel/owned'
import type { Em } from '@gateway/db/orm'
import { type InvoiceInput, invoiceMachine } from '@gateway/domain/invoices/machine'
import { openMinor } from '@gateway/domain/invoices/money/open-amount'
import { findMove } from '@gateway/domain/kernel/machine'
import { announceChange } from '../../events/publish-events.ts'
import type { Context } from '../../kernel/context.ts'
import type { Enqueued } from '../../outbox/enqueue.ts'
import { seeInvoice } from '../reading/see-invoices.ts'

type AdvanceContext = Pick<Context, 'ids' | 'clock' | 'publicUrl'>

/** An invoice under the lock of its row that carries its new facts already, the input that its state takes, and the messages about it. */
interface Advance {
  readonly invoice: InvoiceEntity
  readonly input: InvoiceInput
  /** The columns that the caller's role may write; those of the merchant's commands by default. */
  readonly of?: Owned<InvoiceEntity>
  /** Messages about the invoice as it is then. */
  readonly messages?: readonly ((invoice: InvoiceEntity) => Enqueued)[]
}

/**
 * The only place that sets an invoice's state: its row, which the caller has locked, with its event, deliveries and messages, in the caller's
 * transaction.
 *
 * @returns the outbox messages to send after the commit.
 */
export async function advanceInvoice(
  em: Em,
  ctx: AdvanceContext,
  { invoice, input, of = ownInvoices, messages = [] }: Advance,
): Promise<string[]> {
  const move = findMove(invoiceMachine, invoice.state, input)
  if (!move) throw new Error(`an invoice that is ${invoice.state} does not ${input}`)
  const now = ctx.clock.now()
  const times = { paidAt: paidAt(invoice, { isPaid: move.to === 'paid', now }), updatedAt: now }
  const before = invoice.eventSequence
  Object.assign(invoice, { ...times, state: move.to, eventSequence: before + move.emits.length })
  await of.save(em, invoice)
  const data = invoiceSubject.present(await seeInvoice(em, ctx, invoice))
  const { id, businessId, mode } = invoice
  const object = { type: 'invoice', id, businessId, mode } as const
  const announcements = move.emits.map((type, place) => ({ type, object, sequence: before + place + 1, data }))
  return announceChange(em, ctx, { announcements, rows: [], messages: messages.map((of) => of(invoice)) })
}

/** What a rail, or a mark of the merchant, has for an invoice. */
interface Credit extends Pick<Advance, 'invoice' | 'of' | 'messages'> {
  /** Confirmed or charged, in the smallest unit of the currency, above 0. */
  readonly amountMinor: bigint
}

/**
 * Credits an invoice, whose row the caller has locked, with no more than its remainder: `paid` is reached here, once, whatever rail brings the rest.
 * An invoice that is paid or cancelled, and what is left over, is not credited: that money is held.
 *
 * @returns what was credited, in the smallest unit of the currency, and the outbox messages to send after the commit.
 */
export async function creditInvoice(
  em: Em,
  ctx: AdvanceContext,
  { amountMinor, ...change }: Credit,
): Promise<{ creditedMinor: bigint; outboxIds: string[] }> {
  const { invoice } = change
  const left = openMinor(invoice)
  const creditedMinor = amountMinor < left ? amountMinor : left
  if (creditedMinor <= 0n) return { creditedMinor: 0n, outboxIds: [] }
  invoice.creditedMinor += creditedMinor
  const outboxIds = await advanceInvoice(em, ctx, { ...change, input: creditedMinor === left ? 'pay' : 'pay_part' })
  return { creditedMinor, outboxIds }
}

function paidAt(invoice: InvoiceEntity, { isPaid, now }: { isPaid: boolean; now: Date }): Date | null {
  return isPaid ? (invoice.paidAt ?? now) : null
}
