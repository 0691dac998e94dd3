import { findOpenEmailToken, useEmailToken } from '@gateway/db/accounts/email-token-queries'
import { canonicalEmail } from '@gateway/domain/accounts/merchant'
import { transaction } from '../../kernel/transaction.ts'
import { replacePassword } from './change-password.ts'
import type { SignInContext } from './check-password.ts'
import { linkDigest } from '../emails/email-link-token.ts'
import { requesterOf } from '../auth/requester-of.ts'
import { countAttempts, forgiveAttempts, reopenCodes } from '../auth/throttle.ts'
import { DeadLink, markVerified } from '../emails/verify-email.ts'
import { queueReset } from '../emails/queue-email.ts'

/**
 * E-mails a link that sets a new password, if an account with the address exists.
 *
 * Counting, drafting, sealing and storing run whether or not it exists, so neither the answer nor its time reveals that.
 *
 * @throws {TooManyAttempts}
 */
export async function askForReset(ctx: SignInContext, input: { email: string }): Promise<void> {
  const email = canonicalEmail(input.email)
  await countAttempts(ctx, [
    { throttle: 'emailsPerAddress', by: ctx.address },
    { throttle: 'emailsPerAccount', by: email },
    { throttle: 'emailsPerAccountInDay', by: email },
  ])
  await transaction(ctx, (em) => queueReset(em, ctx, { email, from: requesterOf(ctx) }))
}

/**
 * Sets a new password with the token of a link: ends every session, reopens an account closed by failed sign-ins or wrong codes, and confirms the address,
 * because its owner has read the e-mail.
 *
 * @throws {DeadLink} {SignInBusy}
 */
export async function resetPassword(ctx: SignInContext, { token, password }: { token: string; password: string }): Promise<void> {
  const shown = { digest: linkDigest(token), purpose: 'reset_password' as const, at: ctx.clock.now() }
  // Checked first, so that hashing costs nothing to a caller without a link.
  if (!(await findOpenEmailToken(ctx.orm.em.fork(), shown))) throw new DeadLink()
  const passwordHash = await ctx.passwords.hash(password)
  await transaction(ctx, async (em) => {
    const merchantId = await useEmailToken(em, shown)
    const merchant = merchantId && (await markVerified(em, { merchantId, at: shown.at }))
    if (!merchant) throw new DeadLink()
    await replacePassword(em, ctx, { merchant, passwordHash, by: 'link' })
    await forgiveAttempts(em, { email: merchant.email, counted: [] })
    await reopenCodes(em, { merchantId: merchant.id })
  })
}
