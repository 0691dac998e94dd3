import { useEmailToken } from '@gateway/db/accounts/email-token-queries'
import { findMerchant } from '@gateway/db/accounts/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Actor, Merchant } from '@gateway/domain/accounts/merchant'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { transaction } from '../../kernel/transaction.ts'
import { getMe } from '../auth/get-me.ts'
import { linkDigest } from './email-link-token.ts'
import { countAttempts, type ThrottleContext } from '../auth/throttle.ts'
import { type EmailContext, queueVerification } from './queue-email.ts'

/**
 * Confirms the address of an account with the token of an e-mailed link, which works once, for 24 hours.
 *
 * @throws {DeadLink}
 */
export async function verifyEmail(ctx: ThrottleContext, { token }: { token: string }): Promise<Merchant> {
  return transaction(ctx, async (em) => {
    const at = ctx.clock.now()
    const merchantId = await useEmailToken(em, { digest: linkDigest(token), purpose: 'verify_email', at })
    const merchant = merchantId && (await markVerified(em, { merchantId, at }))
    if (!merchant) throw new DeadLink()
    return merchant
  })
}

/** Records that the address of an account is confirmed, in the caller's transaction. The first time counts. */
export async function markVerified(em: Em, { merchantId, at }: { merchantId: MerchantId; at: Date }): Promise<Merchant | undefined> {
  await tables(em)
    .updateTable('merchant')
    .set({ emailVerifiedAt: at })
    .where('id', '=', merchantId)
    .where('emailVerifiedAt', 'is', null)
    .execute()
  return findMerchant(em, { merchantId })
}

/** E-mails a signed-in merchant another link, unless the address is confirmed. @throws {TooManyAttempts} {MerchantTokenRequired} */
export async function askForVerification(
  ctx: ThrottleContext & EmailContext & { readonly address: string },
  { actor }: { actor: Actor },
): Promise<void> {
  const merchant = await getMe(ctx, { actor })
  if (merchant.emailVerifiedAt) return
  await countAttempts(ctx, [
    { throttle: 'emailsPerAddress', by: ctx.address },
    { throttle: 'emailsPerAccount', by: merchant.email },
    { throttle: 'emailsPerAccountInDay', by: merchant.email },
  ])
  await transaction(ctx, (em) => queueVerification(em, ctx, { to: merchant }))
}

/** The link was used, has expired or is unknown; the answer does not say which. */
export class DeadLink extends InvalidField {
  constructor() {
    super('token', 'is of no use any more; ask for another link')
  }
}
