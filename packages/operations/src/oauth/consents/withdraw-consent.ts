import { deleteConsents, deleteGrants } from '@gateway/db/oauth/allowed-queries'
import { type Actor, actorName } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

/**
 * Withdraws everything that a merchant has allowed a client: all its grants end with their tokens, and it asks again at the next sign-in.
 *
 * @throws {NotFound} when the merchant has allowed it nothing, and for an unknown client. @throws {MerchantTokenRequired}
 */
export async function withdrawConsent(
  ctx: Pick<Context, 'orm' | 'ids' | 'clock'>,
  { actor, clientId }: { actor: Actor; clientId: string },
): Promise<void> {
  const { merchantId } = requireMerchant(actor)
  await transaction(ctx, async (em) => {
    // Consents first: a sign-in that goes by one of them holds it until its grant is stored.
    const consents = await deleteConsents(em, { merchantId, clientId })
    const grantsEnded = await deleteGrants(em, { merchantId, clientId })
    if (grantsEnded + consents === 0) throw new NotFound('consent')
    const details = { clientId, grantsEnded }
    await writeAuditEntry(em, ctx, { actor: actorName(actor), action: 'oauth_consent.withdraw', subjectId: merchantId, details })
  })
}
