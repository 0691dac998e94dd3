import { findFactors } from '@gateway/db/accounts/factor-queries'
import { holdPassword } from '@gateway/db/accounts/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { WrongCredentials } from '@gateway/domain/accounts/errors'
import { type FactorName, isEnrolled, usableFactors } from '@gateway/domain/accounts/factors'
import { canonicalEmail, type SessionOrigin } from '@gateway/domain/accounts/merchant'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { transaction } from '../kernel/transaction.ts'
import type { SessionTerms } from './auth/merchant-token.ts'
import { presentSession, type SignedIn, startSession } from './auth/session.ts'
import { forgiveAttempts } from './auth/throttle.ts'
import { issueTicket, type Ticket } from './factors/sign-in-ticket.ts'
import { checkPassword, type SignInContext } from './passwords/check-password.ts'

/** A sign-in whose password was right, and which a second factor finishes. */
export interface SecondFactorAsked extends Ticket {
  readonly factors: readonly FactorName[]
}

/**
 * Signs a merchant in, or asks for the second factor of the account.
 *
 * An unknown e-mail address costs the same work and gets the same answer as a wrong password, so neither reveals which accounts exist.
 * A hash with outdated costs is replaced. A concurrent password change also ends the session opened here.
 *
 * @throws {WrongCredentials}
 * @throws {TooManyAttempts} after too many failures, for the right password too.
 * @throws {SignInBusy} when too many passwords are being checked.
 */
export async function signIn(
  ctx: SignInContext,
  { openedIn, ...input }: { email: string; password: string; openedIn: SessionOrigin },
): Promise<SignedIn | SecondFactorAsked> {
  const email = canonicalEmail(input.email)
  const { found, counted } = await checkPassword(ctx, { email, password: input.password })
  if (!found) throw new WrongCredentials()
  const { passwordHash: checkedHash, isOutdated, ...merchant } = found
  const freshHash = isOutdated ? await ctx.passwords.hash(input.password) : undefined
  const begun = await transaction(ctx, async (em) => {
    if (!(await holdPassword(em, { merchantId: merchant.id, checkedHash }))) throw new WrongCredentials()
    await forgiveAttempts(em, { email, counted })
    if (freshHash !== undefined) await replaceHash(em, { merchantId: merchant.id, freshHash })
    return begin(em, ctx, { merchantId: merchant.id, openedIn })
  })
  return 'ticket' in begun ? begun : presentSession(ctx, merchant, begun)
}

/** The caller holds the account, so that no factor is enrolled meanwhile. */
async function begin(
  em: Em,
  ctx: SignInContext,
  { merchantId, openedIn }: { merchantId: MerchantId; openedIn: SessionOrigin },
): Promise<SessionTerms | SecondFactorAsked> {
  const factors = await findFactors(em, { merchantId })
  if (!isEnrolled(factors)) return startSession(em, ctx, { merchantId, openedIn, secondFactor: false })
  return { ...(await issueTicket(em, ctx, { purpose: 'second_factor', merchantId })), factors: usableFactors(factors) }
}

/** The caller locks the password. */
async function replaceHash(em: Em, { merchantId, freshHash }: { merchantId: MerchantId; freshHash: string }): Promise<void> {
  await tables(em).updateTable('merchant').set({ passwordHash: freshHash }).where('id', '=', merchantId).execute()
}
