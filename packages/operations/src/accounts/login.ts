import { findMerchantByEmail } from '@gateway/db/accounts/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { WrongCredentials } from '@gateway/domain/accounts/errors'
import { canonicalEmail } from '@gateway/domain/accounts/merchant'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { transaction } from '../transaction.ts'
import type { SignInContext } from './register.ts'
import { presentSession, type SignedIn, startSession } from './session.ts'

/**
 * Signs a merchant in.
 *
 * An unknown address costs the same work as a wrong password and is answered with the same text, so neither tells who has an account.
 * A hash made with older costs is replaced, because only now the password is known.
 *
 * @throws {WrongCredentials}
 * @throws {SignInBusy} when too many passwords are being checked.
 */
export async function login(ctx: SignInContext, input: { email: string; password: string }): Promise<SignedIn> {
  const found = await findMerchantByEmail(ctx.orm.em.fork(), { email: canonicalEmail(input.email) })
  const verdict = await ctx.passwords.check(input.password, found?.passwordHash)
  if (!found || verdict === 'mismatch') throw new WrongCredentials()
  const { passwordHash: checkedHash, ...merchant } = found
  const freshHash = verdict === 'outdated' ? await ctx.passwords.hash(input.password) : undefined
  const session = await transaction(ctx, async (em) => {
    if (freshHash !== undefined) await replaceHash(em, { merchantId: merchant.id, checkedHash, freshHash })
    return startSession(em, ctx, merchant.id)
  })
  return presentSession(ctx, merchant, session)
}

/** Guarded by the hash that was checked: a password changed meanwhile stays changed. */
async function replaceHash(em: Em, input: { merchantId: MerchantId; checkedHash: string; freshHash: string }): Promise<void> {
  await tables(em)
    .updateTable('merchant')
    .set({ passwordHash: input.freshHash })
    .where('id', '=', input.merchantId)
    .where('passwordHash', '=', input.checkedHash)
    .execute()
}
