import { findMerchantByEmail } from '@gateway/db/accounts/queries'
import type { CountedAttempt } from '@gateway/db/accounts/throttle-queries'
import type { ApiContext } from '../../kernel/context.ts'
import { countAttempts, takeBack } from '../auth/throttle.ts'

/** What signing up and signing in need; `address` is where the request comes from. */
export type SignInContext = Pick<ApiContext, 'orm' | 'ids' | 'clock' | 'tokenKeys' | 'passwords' | 'throttles' | 'webhookSealingKey'> & {
  readonly address: string
}

/** Whose password it was, if it was right, and what was counted for the attempt. */
export interface Checked {
  readonly found: (Account & { readonly isOutdated: boolean }) | undefined
  readonly counted: readonly CountedAttempt[]
}

type Account = NonNullable<Awaited<ReturnType<typeof findMerchantByEmail>>>

/**
 * Checks a password for an account, which may not exist: the attempt is counted, looked up and hashed the same, whatever comes of it.
 *
 * A wrong password stays counted; whoever was right puts the attempt back.
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
