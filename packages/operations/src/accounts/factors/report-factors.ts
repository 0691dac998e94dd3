import { findMerchant } from '@gateway/db/accounts/queries'
import type { Em } from '@gateway/db/orm'
import type { AuditAction } from '@gateway/domain/accounts/audit-entry'
import type { FactorChange } from '@gateway/domain/accounts/factors'
import type { Requester } from '@gateway/domain/accounts/requester'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { writeAuditEntry } from '../audit/write-audit-entry.ts'
import { requesterOf } from '../auth/requester-of.ts'
import { type EmailContext, queueEmail } from '../emails/queue-email.ts'

const actions = {
  passkey_added: 'factor.add',
  passkey_removed: 'factor.remove',
  totp_added: 'factor.add',
  totp_removed: 'factor.remove',
  recovery_codes_replaced: 'recovery_codes.replace',
  recovery_code_used: 'recovery_codes.use',
} as const satisfies Record<FactorChange, AuditAction>

/** A change of factors; `name` is that of the passkey. */
interface Changed {
  readonly merchantId: MerchantId
  readonly change: FactorChange
  readonly name?: string
}

/** Records a change of factors, and reports it to its merchant by e-mail, in the caller's transaction. */
export async function reportFactors(em: Em, ctx: EmailContext & Requester, { merchantId, change, name }: Changed): Promise<void> {
  const merchant = await findMerchant(em, { merchantId })
  if (!merchant) return
  const details = { change, ...(name !== undefined && { name }) }
  await writeAuditEntry(em, ctx, { actor: `merchant:${merchantId}`, action: actions[change], subjectId: merchantId, details })
  const changedAt = ctx.clock.now().toISOString()
  const facts = { kind: 'factors_changed', to: merchant.email, change, passkey: name ?? null, changedAt, from: requesterOf(ctx) } as const
  await queueEmail(em, ctx, { merchantId, facts })
}
