import { tables } from '@gateway/db/tables'
import { EmailTaken } from '@gateway/domain/accounts/errors'
import { canonicalEmail, type SessionOrigin } from '@gateway/domain/accounts/merchant'
import { transaction } from '../kernel/transaction.ts'
import type { SignInContext } from './passwords/check-password.ts'
import { presentSession, type SignedIn, startSession } from './auth/session.ts'
import { countAttempts } from './auth/throttle.ts'
import { queueVerification } from './emails/queue-email.ts'

/**
 * Opens a merchant account, signs its owner in, and sends a link that confirms the address.
 *
 * Of concurrent registrations with one address, however spelled, the unique index lets exactly one succeed.
 *
 * @throws {EmailTaken}
 * @throws {TooManyAttempts} after too many registrations from one address; those of taken addresses count.
 * @throws {SignInBusy} when too many passwords are being hashed.
 */
export async function register(
  ctx: SignInContext,
  { openedIn = 'api', ...input }: { email: string; password: string; name?: string | undefined; openedIn?: SessionOrigin },
): Promise<SignedIn> {
  await countAttempts(ctx, [{ throttle: 'registrationsPerAddress', by: ctx.address }])
  const passwordHash = await ctx.passwords.hash(input.password)
  const account = { email: canonicalEmail(input.email), passwordHash, name: input.name ?? null }
  const { merchant, session } = await transaction(ctx, async (em) => {
    const created = await tables(em)
      .insertInto('merchant')
      .values({ ...account, id: ctx.ids.uuid(), createdAt: ctx.clock.now(), emailVerifiedAt: null })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'email', 'name', 'createdAt', 'emailVerifiedAt', 'operatorSince'])
      .executeTakeFirst()
    if (!created) throw new EmailTaken()
    await queueVerification(em, ctx, { to: created })
    return { merchant: created, session: await startSession(em, ctx, { merchantId: created.id, openedIn, secondFactor: false }) }
  })
  return presentSession(ctx, merchant, session)
}
