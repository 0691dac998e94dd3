import { type DueLetter, findDueLetters, insertLetter } from '@gateway/db/invoices/letters/letter-queries'
import { readInvoice } from '@gateway/db/invoices/queries'
import type { EmailContext } from '../../accounts/emails/queue-email.ts'
import type { Context } from '../../kernel/context.ts'
import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import { queueInvoiceLetter } from './queue-invoice-letter.ts'

const MOST = 50

/**
 * Queues the letters that time or money has made due: reminders, and notices that an invoice is paid. Each is queued once, and one that may not be sent is
 * not tried again. Rows decide, so a role that was away catches up.
 *
 * @returns how many it queued.
 */
export function queueDueLetters(ctx: EmailContext & Pick<Context, 'orm' | 'log'>): Promise<number> {
  return sweepEach<DueLetter>(
    ctx,
    {
      name: 'invoice_letters',
      limit: MOST,
      read: ({ limit, except }) => findDueLetters(ctx.orm.em.fork(), { now: ctx.clock.now(), limit, except }),
      keyOf: ({ invoiceId, kind }) => `${invoiceId} ${kind}`,
      aboutOf: ({ invoiceId }) => ({ invoiceId }),
    },
    (due) => queueOne(ctx, due),
  )
}

/** By the invoice as it is now: the role may not lock it, and a reminder says itself that a payment may have crossed it. */
function queueOne(ctx: EmailContext & Pick<Context, 'orm'>, { invoiceId: id, kind }: DueLetter): Promise<boolean> {
  return transaction(ctx, async (em) => {
    const invoice = await readInvoice(em, { id })
    const isPaid = invoice?.state === 'paid'
    if (!invoice || isPaid !== (kind === 'paid') || invoice.state === 'cancelled') return false
    if (!(await insertLetter(em, { invoiceId: id, kind, queuedAt: ctx.clock.now() }))) return false
    const letter = kind === 'paid' ? ({ kind: 'invoice_paid' } as const) : ({ kind: 'invoice_reminder', stage: kind } as const)
    return (await queueInvoiceLetter(em, ctx, { invoice, letter })) === undefined
  })
}
