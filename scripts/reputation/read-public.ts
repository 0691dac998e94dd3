import type { reputationView } from '@gateway/contract/identity'
import type { publicReceiptView, ReceiptListView } from '@gateway/contract/identity/receipts'
import type { Did } from '@gateway/domain/identity/did'
import { countedOf } from '@gateway/domain/identity/public-receipt'
import type { CountedReceipt } from '@gateway/domain/identity/reputation'
import type { z } from 'zod'

type PublishedReputation = z.output<typeof reputationView.schema>
type PublicReceipt = z.output<typeof publicReceiptView.schema>
type ReceiptPage = z.output<typeof ReceiptListView>

/** A reputation as a gateway publishes it, and the receipts that it is made from. */
interface PublicReputation {
  readonly published: PublishedReputation
  /** Those that count. */
  readonly receipts: readonly CountedReceipt[]
  /** All of them. */
  readonly total: number
}

const PAGE = 100
const ATTEMPTS = 5
const TIMEOUT_MS = 30_000

/**
 * Reads the reputation and all receipts of a DID, of the same version of them.
 * @throws {Error} when they change during each of several attempts.
 */
export async function readPublicReputation(from: string, did: Did): Promise<PublicReputation> {
  const reputation = `${from}/api/reputation/agent/${encodeURIComponent(did)}/reputation`
  let published = await read<PublishedReputation>(reputation)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const all = await readReceipts(from, did)
    const after = await read<PublishedReputation>(reputation)
    if (after.version === published.version) return { published, receipts: countedOf(all), total: all.length }
    published = after
  }
  throw new Error(`The receipts of ${did} changed during each of ${ATTEMPTS} attempts to read them`)
}

/** Every receipt of a DID, newest first. */
async function readReceipts(from: string, did: Did): Promise<PublicReceipt[]> {
  const found: PublicReceipt[] = []
  for (;;) {
    const last = found.at(-1)
    const query = new URLSearchParams({ did, limit: String(PAGE), ...(last && { before: last.receipt_id }) })
    const { receipts } = await read<ReceiptPage>(`${from}/api/reputation/receipts?${query.toString()}`)
    if (receipts.length === 0) return found
    found.push(...receipts)
  }
}

async function read<Answer>(address: string): Promise<Answer> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
    throw new Error(`${address} does not answer`, { cause })
  })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
  // The contract describes the answers of a gateway.
  return (await answer.json()) as Answer
}
