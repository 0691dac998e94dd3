import type { Em } from '@gateway/db/orm'
import type { Did } from '@gateway/domain/identity/did'

/** What a credential says of a DID's reputation, as anybody computes it from its receipts. */
export async function readReputationClaims(_em: Em, _of: { did: Did; now: Date }): Promise<Readonly<Record<string, unknown>>> {
  throw new Error('not wired yet')
}
