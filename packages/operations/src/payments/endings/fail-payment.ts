import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { AuditEntry } from '@gateway/domain/accounts/audit-entry'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { readViews, unread } from '../../chainwatch/cursor/chain-view.ts'
import type { Context } from '../../kernel/context.ts'
import { quoteOf, readQuotes } from '../../rates/read-quotes.ts'
import { advancePayments } from '../lifecycle/advance-payments.ts'

/** A locked payment, and the audit entry of its failure. */
interface GivenUp extends Pick<AuditEntry, 'actor' | 'action'> {
  readonly payment: PaymentEntity
  readonly details: Readonly<Record<string, string>>
}

/** Fails a payment whose address no key can spend from, in the caller's transaction. The address stays watched, and later deposits are held. */
export async function failPayment(em: Em, ctx: Context, { payment, actor, action, details }: GivenUp): Promise<void> {
  const [quotes, views] = await Promise.all([readQuotes(em, [payment]), readViews(em)])
  const quote = quoteOf(quotes, payment)
  await writeAuditEntry(em, ctx, { actor, action, subjectId: payment.id, details: { address: payment.address, ...details } })
  await advancePayments(em, ctx, [{ payment, inputs: ['withdraw'], quote, view: views.get(payment.chain) ?? unread }])
}
