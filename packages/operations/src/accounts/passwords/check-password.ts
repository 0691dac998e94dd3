import { findMerchantByEmail } from '@gateway/db/accounts/queries'
import type { Requester } from '@gateway/domain/accounts/requester'
import type { CountedAttempt } from '@gateway/db/accounts/throttle-queries'
import type { ApiContext } from '../../kernel/context.ts'
import { countAttempts, takeBack } from '../auth/throttle.ts'

/** Dependencies of signing up and signing in; with the requester. */
export type SignInContext = Pick<
  ApiContext,
  'orm' | 'ids' | 'clock' | 'tokenKeys' | 'passwords' | 'throttles' | 'webhookSealingKey' | 'emailLimits'
> &
  Requester

/** The account, if the password was right, and the attempts that were counted. */
export interface Checked {
  readonly found: (Account & { readonly isOutdated: boolean }) | undefined
  readonly counted: readonly CountedAttempt[]
}

type Account = NonNullable<Awaited<ReturnType<typeof findMerchantByEmail>>>

/**
 * Checks a password for an account, which may not exist: counting, lookup and hashing are the same in every case, so timing tells nothing.
 *
 * A wrong password stays counted; a right one is uncounted.
 *
 * @param input.email - in its canonical form.
 * @throws {TooManyAttempts} {SignInBusy}
 */
export async function checkPassword(ctx: SignInContext, { email, password }: { email: string; password: string }): Promise<Checked> {
  const counted = await countAttempts(ctx, [
    { throttle: 'signInsPerAddress', by: ctx.address },
    { throttle: 'signInsPerAccount', by: email },
  ])
  try {
    const account = await findMerchantByEmail(ctx.orm.em.fork(), { email })
    const verdict = await ctx.passwords.check(password, account?.passwordHash)
    return { found: account && verdict !== 'mismatch' ? { ...account, isOutdated: verdict === 'outdated' } : undefined, counted }
  } catch (error) {
    await takeBack(ctx, counted)
    throw error
  }
}
