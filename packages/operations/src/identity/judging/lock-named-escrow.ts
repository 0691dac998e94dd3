import { type EscrowFacts, findEscrowFacts, listParties, lockEscrowFacts } from '@gateway/db/identity/party-queries'
import { lockOwnPart } from '@gateway/db/identity/receipts/lock-queries'
import type { Em } from '@gateway/db/orm'
import type { MerchantId } from '@gateway/domain/kernel/id'

/**
 * The escrow that a merchant names in a receipt. Its row is locked only for a party of it, so that a binding of the other one or a settlement at the same
 * moment comes before the receipt or judges it again. A receipt of nobody else counts: it is judged again when its author is bound, which waits for it here.
 */
export async function lockNamedEscrow(
  em: Em,
  named: { readonly escrowId: string; readonly merchantId: MerchantId },
): Promise<EscrowFacts | undefined> {
  const { escrowId, merchantId } = named
  await lockOwnPart(em, named)
  const parties = await listParties(em, { escrowId })
  const isParty = parties.some((party) => party.merchantId === merchantId)
  return isParty ? lockEscrowFacts(em, { id: escrowId }) : findEscrowFacts(em, { id: escrowId })
}
