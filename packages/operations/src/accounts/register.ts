import { tables } from '@gateway/db/tables'
import { EmailTaken } from '@gateway/domain/accounts/errors'
import { canonicalEmail } from '@gateway/domain/accounts/merchant'
import type { ApiContext } from '../context.ts'
import { transaction } from '../transaction.ts'
import { presentSession, type SignedIn, startSession } from './session.ts'

/** What signing up and signing in need. */
export type SignInContext = Pick<ApiContext, 'orm' | 'ids' | 'clock' | 'tokenKeys' | 'passwords'>

/**
 * Opens a merchant account and signs its owner in.
 *
 * Of several registrations with one address, however it is spelled, exactly one wins: the table's unique index decides.
 *
 * @throws {EmailTaken}
 * @throws {SignInBusy} when too many passwords are being hashed.
 */
export async function register(
  ctx: SignInContext,
  input: { email: string; password: string; name?: string | undefined },
): Promise<SignedIn> {
  const passwordHash = await ctx.passwords.hash(input.password)
  const account = { email: canonicalEmail(input.email), passwordHash, name: input.name ?? null }
  const { merchant, session } = await transaction(ctx, async (em) => {
    const created = await tables(em)
      .insertInto('merchant')
      .values({ ...account, id: ctx.ids.uuid(), createdAt: ctx.clock.now() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'email', 'name', 'createdAt'])
      .executeTakeFirst()
    if (!created) throw new EmailTaken()
    return { merchant: created, session: await startSession(em, ctx, created.id) }
  })
  return presentSession(ctx, merchant, session)
}
