import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { findCustomer } from '@gateway/db/escrows/customer-queries'
import type { Em } from '@gateway/db/orm'
import { deadlineOf, disputeNoticeAt } from '@gateway/domain/escrows/escrow'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { queueEmail } from '../../accounts/emails/queue-email.ts'
import { emailPayer } from '../../businesses/email-payer.ts'
import { getOwner } from '../../businesses/get-owner.ts'
import type { ApiContext } from '../../kernel/context.ts'

/** A notice about a dispute: the facts and the times of its e-mails. */
interface Notice {
  readonly businessId: BusinessId
  readonly escrowId: string
  readonly facts: { readonly amount: string; readonly asset: EscrowEntity['asset']; readonly endsAt: string }
  readonly times: { readonly dueAt: Date; readonly usefulUntil: Date; readonly about: { escrowId: string; onlyWhile: 'disputed' } }
}

/**
 * Queues the e-mails that announce the end of a dispute two days before it, in the transaction that opens the dispute; they are sent only if it is
 * still open then. The merchant gets one, and so does the customer of a series: parties of other escrows have no e-mail address.
 */
export async function queueDisputeNotices(em: Em, ctx: ApiContext, escrow: EscrowEntity): Promise<void> {
  const { id: escrowId, businessId, asset, amountUnits } = escrow
  const deadline = deadlineOf(escrow)
  if (businessId === null || !deadline) return
  const facts = { amount: formatUnits(amountUnits, assetOf(asset).decimals), asset, endsAt: deadline.toISOString() }
  const times = { dueAt: disputeNoticeAt(deadline), usefulUntil: deadline, about: { escrowId, onlyWhile: 'disputed' } } as const
  const notice: Notice = { businessId, escrowId, facts, times }
  await tellMerchant(em, ctx, notice)
  await tellCustomer(em, ctx, notice)
}

async function tellMerchant(em: Em, ctx: ApiContext, { businessId, escrowId, facts, times }: Notice): Promise<void> {
  const { id: merchantId, email: to, businessName: name } = await getOwner(em, { businessId })
  const reminder = { kind: 'dispute_reminder', to, business: { id: businessId, name }, escrowId, ...facts } as const
  await queueEmail(em, ctx, { merchantId, facts: reminder, ...times })
}

async function tellCustomer(em: Em, ctx: ApiContext, { businessId, escrowId, facts, times }: Notice): Promise<void> {
  const customer = await findCustomer(em, { escrowId })
  if (!customer) return
  const { email: to, description, period } = customer
  const { webhookSealingKey, emailLimits } = ctx
  const payer = { to, language: 'en', webhookSealingKey, emailLimits }
  await emailPayer(em, ctx, { businessId, payer, facts: { kind: 'dispute_ending', description, period, ...facts }, ...times })
}
