import { closeEmailTokens } from '@gateway/db/accounts/email-token-queries'
import { holdPassword } from '@gateway/db/accounts/queries'
import { endSessions } from '@gateway/db/accounts/session-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Actor, Merchant } from '@gateway/domain/accounts/merchant'
import { InvalidField } from '@gateway/domain/kernel/error'
import { transaction } from '../../kernel/transaction.ts'
import { checkPassword, type SignInContext } from './check-password.ts'
import { getMe } from '../auth/get-me.ts'
import { requireMerchant } from '../auth/require-merchant.ts'
import { forgiveAttempts } from '../auth/throttle.ts'
import { type EmailContext, queueNotice } from '../emails/queue-email.ts'

/**
 * Changes the password of a signed-in merchant, ends every other session at once, and notifies the merchant by e-mail.
 *
 * @returns how many sessions ended.
 * @throws {InvalidField} when the current password is wrong; attempts count like sign-ins.
 * @throws {TooManyAttempts} {SignInBusy} {MerchantTokenRequired}
 */
export async function changePassword(
  ctx: SignInContext,
  { actor, current, next }: { actor: Actor; current: string; next: string },
): Promise<number> {
  const { sessionId } = requireMerchant(actor)
  const { email } = await getMe(ctx, { actor })
  const { found, counted } = await checkPassword(ctx, { email, password: current })
  if (!found) throw new InvalidField('current_password', 'is not the password of the account')
  const passwordHash = await ctx.passwords.hash(next)
  return transaction(ctx, async (em) => {
    await forgiveAttempts(em, { email, counted })
    const isStill = await holdPassword(em, { merchantId: found.id, checkedHash: found.passwordHash })
    if (!isStill) throw new InvalidField('current_password', 'was changed meanwhile')
    return replacePassword(em, ctx, { merchant: found, passwordHash, except: sessionId })
  })
}

/** Stores a password and ends the sessions and links of the former one, in the caller's transaction. @returns how many sessions ended. */
export async function replacePassword(
  em: Em,
  ctx: EmailContext,
  { merchant, passwordHash, except }: { merchant: Pick<Merchant, 'id' | 'email'>; passwordHash: string; except?: string },
): Promise<number> {
  const at = ctx.clock.now()
  await tables(em).updateTable('merchant').set({ passwordHash }).where('id', '=', merchant.id).execute()
  await closeEmailTokens(em, { merchantId: merchant.id, purpose: 'reset_password', at })
  await queueNotice(em, ctx, { to: merchant, kind: 'password_changed' })
  return endSessions(em, { merchantId: merchant.id, at, ...(except !== undefined && { except }) })
}
