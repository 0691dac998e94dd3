import { holdPassword } from '@gateway/db/accounts/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { WrongCredentials } from '@gateway/domain/accounts/errors'
import { canonicalEmail } from '@gateway/domain/accounts/merchant'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { transaction } from '../kernel/transaction.ts'
import { checkPassword, type SignInContext } from './passwords/check-password.ts'
import { presentSession, type SignedIn, startSession } from './auth/session.ts'
import { forgiveAttempts } from './auth/throttle.ts'

/**
 * Signs a merchant in.
 *
 * An unknown e-mail address costs the same work and gets the same answer as a wrong password, so neither reveals which accounts exist.
 * A hash with outdated costs is replaced. A concurrent password change also ends the session opened here.
 *
 * @throws {WrongCredentials}
 * @throws {TooManyAttempts} after too many failures, for the right password too.
 * @throws {SignInBusy} when too many passwords are being checked.
 */
export async function login(ctx: SignInContext, input: { email: string; password: string }): Promise<SignedIn> {
  const email = canonicalEmail(input.email)
  const { found, counted } = await checkPassword(ctx, { email, password: input.password })
  if (!found) throw new WrongCredentials()
  const { passwordHash: checkedHash, isOutdated, ...merchant } = found
  const freshHash = isOutdated ? await ctx.passwords.hash(input.password) : undefined
  const session = await transaction(ctx, async (em) => {
    if (!(await holdPassword(em, { merchantId: merchant.id, checkedHash }))) throw new WrongCredentials()
    await forgiveAttempts(em, { email, counted })
    if (freshHash !== undefined) await replaceHash(em, { merchantId: merchant.id, freshHash })
    return startSession(em, ctx, merchant.id)
  })
  return presentSession(ctx, merchant, session)
}

/** The caller locks the password. */
async function replaceHash(em: Em, { merchantId, freshHash }: { merchantId: MerchantId; freshHash: string }): Promise<void> {
  await tables(em).updateTable('merchant').set({ passwordHash: freshHash }).where('id', '=', merchantId).execute()
}
