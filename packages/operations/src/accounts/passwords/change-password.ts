import { closeEmailTokens } from '@gateway/db/accounts/email-token-queries'
import { holdPassword } from '@gateway/db/accounts/queries'
import { closeTickets } from '@gateway/db/accounts/ticket-queries'
import { endAppAccess, endSessions } from '@gateway/db/accounts/session-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Actor, Merchant } from '@gateway/domain/accounts/merchant'
import type { Requester } from '@gateway/domain/accounts/requester'
import { InvalidField } from '@gateway/domain/kernel/error'
import { transaction } from '../../kernel/transaction.ts'
import { checkPassword, type SignInContext } from './check-password.ts'
import { getMe } from '../auth/get-me.ts'
import { requesterOf } from '../auth/requester-of.ts'
import { requireMerchant } from '../auth/require-merchant.ts'
import { forgiveAttempts } from '../auth/throttle.ts'
import { type EmailContext, queueEmail } from '../emails/queue-email.ts'

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
    return replacePassword(em, ctx, { merchant: found, passwordHash, by: 'old_password', except: sessionId })
  })
}

/** A new password, and by what its merchant was allowed to set it. */
interface NewPassword {
  readonly merchant: Pick<Merchant, 'id' | 'email'>
  readonly passwordHash: string
  readonly by: 'old_password' | 'link'
  /** A session that goes on. */
  readonly except?: string
}

/**
 * Stores a password and ends the sessions, links and tickets of the former one, in the caller's transaction. Who had to ask for a link may have been robbed of
 * the account, so that also ends what apps of others were allowed.
 *
 * @returns how many sessions ended.
 */
export async function replacePassword(
  em: Em,
  ctx: EmailContext & Requester,
  { merchant, passwordHash, by, except }: NewPassword,
): Promise<number> {
  const at = ctx.clock.now()
  await tables(em).updateTable('merchant').set({ passwordHash }).where('id', '=', merchant.id).execute()
  await closeTickets(em, { merchantId: merchant.id, at })
  await closeEmailTokens(em, { merchantId: merchant.id, purpose: 'reset_password', at })
  const facts = { kind: 'password_changed', to: merchant.email, changedAt: at.toISOString(), by, from: requesterOf(ctx) } as const
  await queueEmail(em, ctx, { merchantId: merchant.id, facts })
  // Sessions first: a sign-in to an app holds its session until its grant is stored.
  const ended = await endSessions(em, { merchantId: merchant.id, at, ...(except !== undefined && { except }) })
  if (by === 'link') await endAppAccess(em, { merchantId: merchant.id })
  return ended
}
