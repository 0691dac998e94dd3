import { endSessions } from '@gateway/db/accounts/session-queries'
import { lockMerchantByEmail, setOperator } from '@gateway/db/accounts/queries'
import { EmailNotVerified } from '@gateway/domain/accounts/errors'
import { canonicalEmail } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { writeAuditEntry } from '../audit/write-audit-entry.ts'

type GrantContext = Pick<Context, 'orm' | 'clock' | 'ids'>

/** Whose role changes, and who changes it: the user of the machine that reaches the database as its owner. */
interface RoleChange {
  readonly email: string
  readonly by: string
}

/**
 * Makes the owner of a verified account an operator. Before deciding anything, the account needs a second factor and a session opened with it.
 *
 * @returns false when it was one already.
 * @throws {NotFound} without such an account.
 * @throws {EmailNotVerified} while its address is not verified: a third party may have registered it.
 */
export async function grantOperator(ctx: GrantContext, { email, by }: RoleChange): Promise<boolean> {
  return transaction(ctx, async (em) => {
    const account = await lockMerchantByEmail(em, { email: canonicalEmail(email) })
    if (!account) throw new NotFound('account')
    if (!account.emailVerifiedAt) throw new EmailNotVerified()
    if (account.operatorSince) return false
    await setOperator(em, { merchantId: account.id, since: ctx.clock.now() })
    await writeAuditEntry(em, ctx, { actor: 'system', action: 'operator.grant', subjectId: account.id, details: { by } })
    return true
  })
}

/**
 * Takes the role from an operator and ends all sessions of the account. Approvals that it gave stand.
 *
 * @returns false when it was none.
 * @throws {NotFound} without such an account.
 */
export async function revokeOperator(ctx: GrantContext, { email, by }: RoleChange): Promise<boolean> {
  return transaction(ctx, async (em) => {
    const account = await lockMerchantByEmail(em, { email: canonicalEmail(email) })
    if (!account) throw new NotFound('account')
    if (!account.operatorSince) return false
    await setOperator(em, { merchantId: account.id, since: null })
    await endSessions(em, { merchantId: account.id, at: ctx.clock.now() })
    await writeAuditEntry(em, ctx, { actor: 'system', action: 'operator.revoke', subjectId: account.id, details: { by } })
    return true
  })
}
