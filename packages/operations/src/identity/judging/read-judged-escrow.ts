import { type EscrowFacts, listParties } from '@gateway/db/identity/party-queries'
import type { Em } from '@gateway/db/orm'
import type { JudgedEscrow } from '@gateway/domain/identity/judgement'

/** What a judgement asks about an escrow; undefined for none. */
export async function readJudgedEscrow(em: Em, facts: EscrowFacts | undefined): Promise<JudgedEscrow | undefined> {
  return facts && { ...facts, parties: await listParties(em, { escrowId: facts.id }) }
}
