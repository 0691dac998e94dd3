import { listCountedReceipts } from '@gateway/db/identity/reputation-queries'
import type { Em } from '@gateway/db/orm'
import type { Did } from '@gateway/domain/identity/did'
import { reputationOf } from '@gateway/domain/identity/formula'
import { countedReceiptOf } from '../reading/receipt-of.ts'
import { wholeSeconds } from '../signing/unsigned-credential.ts'

/** What a credential says of a DID's reputation at a moment: what anybody computes from its receipts. */
export async function readReputationClaims(em: Em, { did, now }: { did: Did; now: Date }): Promise<Readonly<Record<string, unknown>>> {
  const receipts = await listCountedReceipts(em, { did })
  const { score, totalTasks, trustVector } = reputationOf(receipts.map(countedReceiptOf), now)
  return { score, totalTasks, trustVector, computedAt: wholeSeconds(now) }
}
