import { findOpenLink, useLink } from '@gateway/db/accounts/link-queries'
import { canonicalEmail } from '@gateway/domain/accounts/merchant'
import { transaction } from '../../kernel/transaction.ts'
import { replacePassword } from './change-password.ts'
import type { SignInContext } from './check-password.ts'
import { linkDigest } from '../emails/email-link-token.ts'
import { countAttempts, forgiveAttempts } from '../auth/throttle.ts'
import { DeadLink, markVerified } from '../emails/verify-email.ts'
import { queueLinkTo } from '../emails/queue-email.ts'

/**
 * Sends a link that sets a new password to whoever has an account with an address.
 *
 * Attempts are counted, and the letter is drafted, sealed and put down by one statement, whether or not there is an account: the answer and its
 * time tell nobody.
 *
 * @throws {TooManyAttempts}
 */
export async function askForReset(ctx: SignInContext, input: { email: string }): Promise<void> {
  const email = canonicalEmail(input.email)
  await countAttempts(ctx, [
    { throttle: 'lettersPerAddress', by: ctx.address },
    { throttle: 'lettersPerAccount', by: email },
  ])
  await transaction(ctx, (em) => queueLinkTo(em, ctx, { email, purpose: 'reset_password' }))
}

/**
 * Sets a new password by the token of a link; it ends every session, opens an account that too many failed sign-ins had closed, and confirms the
 * address, because its letter was read.
 *
 * @throws {DeadLink} {SignInBusy}
 */
export async function resetPassword(ctx: SignInContext, { token, password }: { token: string; password: string }): Promise<void> {
  const shown = { digest: linkDigest(token), purpose: 'reset_password' as const, at: ctx.clock.now() }
  // Looked at first, so that nobody without a link can make us hash.
  if (!(await findOpenLink(ctx.orm.em.fork(), shown))) throw new DeadLink()
  const passwordHash = await ctx.passwords.hash(password)
  await transaction(ctx, async (em) => {
    const merchantId = await useLink(em, shown)
    const merchant = merchantId && (await markVerified(em, { merchantId, at: shown.at }))
    if (!merchant) throw new DeadLink()
    await replacePassword(em, ctx, { merchant, passwordHash })
    await forgiveAttempts(em, { email: merchant.email, counted: [] })
  })
}
