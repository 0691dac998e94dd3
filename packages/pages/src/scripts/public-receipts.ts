import { countedOf, type PublicReceipt } from '@gateway/domain/identity/public-receipt'
import type { CountedReceipt } from '@gateway/domain/identity/reputation'

interface ReceiptPage {
  readonly receipts: readonly PublicReceipt[]
}

/** The gateway asks to be left alone for a while. */
export class TooManyRequests extends Error {}

const PAGE = 100
const LIMITED = 429

/** An answer of the public interface. @throws {TooManyRequests} @throws {Error} for any other answer than the asked one. */
async function readPublic<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(path)
  if (answer.status === LIMITED) throw new TooManyRequests()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  // The interface describes its answers.
  return (await answer.json()) as Answer
}

/** A published score with the receipts that it is made from. */
interface PublicReputation {
  readonly score: number
  /** RFC 3339: the clock of the formula. */
  readonly computed_at: string
  /** It rises with each change of the receipts. */
  readonly version: number
}

const ATTEMPTS = 3

/** A published score and the receipts that count, of the same version of them where they stand still for that long. */
export async function readReputation(did: string): Promise<{ published: PublicReputation; receipts: CountedReceipt[] }> {
  const path = `/api/reputation/agent/${encodeURIComponent(did)}/reputation`
  let published = await readPublic<PublicReputation>(path)
  for (let attempt = 1; ; attempt++) {
    const receipts = await readCounted(did)
    const after = await readPublic<PublicReputation>(path)
    if (after.version === published.version || attempt === ATTEMPTS) return { published, receipts }
    published = after
  }
}

async function readCounted(did: string): Promise<CountedReceipt[]> {
  const found: PublicReceipt[] = []
  for (let before = ''; ; before = found.at(-1)?.receipt_id ?? '') {
    const query = new URLSearchParams({ did, limit: String(PAGE), ...(before !== '' && { before }) })
    const { receipts } = await readPublic<ReceiptPage>(`/api/reputation/receipts?${query.toString()}`)
    found.push(...receipts)
    if (receipts.length < PAGE) return countedOf(found)
  }
}
