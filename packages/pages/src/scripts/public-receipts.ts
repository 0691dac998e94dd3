import type { ActionCategory } from '@gateway/domain/identity/categories'
import type { CountedReceipt } from '@gateway/domain/identity/reputation'

/** What the list of receipts says of one, as far as the formula reads it. */
interface PublicReceipt {
  readonly receipt_id: string
  readonly action_category: ActionCategory
  readonly weight: number
  readonly outcome: string
  readonly rating: number | null
  readonly amount_usd: string | null
  readonly counterparty_did: string | null
  readonly verified: boolean
  readonly withdrawn_at: string | null
  readonly created_at: string
}

interface ReceiptPage {
  readonly receipts: readonly PublicReceipt[]
  readonly total: number
}

/** The gateway asks to be left alone for a while. */
export class TooManyRequests extends Error {}

const PAGE = 100
const LIMITED = 429

/** An answer of the public interface. @throws {TooManyRequests} @throws {Error} for any other answer than the asked one. */
export async function readPublic<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(path)
  if (answer.status === LIMITED) throw new TooManyRequests()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  // The interface describes its answers.
  return (await answer.json()) as Answer
}

/** Every receipt of a DID that counts. One that comes in between moves others to the next page, so each is taken once. */
export async function readCounted(did: string): Promise<CountedReceipt[]> {
  const found = new Map<string, PublicReceipt>()
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await readPublic<ReceiptPage>(`/api/reputation/receipts?did=${encodeURIComponent(did)}&limit=${PAGE}&offset=${offset}`)
    for (const receipt of page.receipts) found.set(receipt.receipt_id, receipt)
    total = page.total
  }
  return [...found.values()].filter(({ verified, withdrawn_at }) => verified && withdrawn_at === null).map(countedOf)
}

const countedOf = (receipt: PublicReceipt): CountedReceipt => ({
  id: receipt.receipt_id,
  category: receipt.action_category,
  base: receipt.weight,
  outcome: receipt.outcome,
  rating: receipt.rating,
  amountUsd: receipt.amount_usd === null ? null : Number(receipt.amount_usd),
  counterparty: receipt.counterparty_did,
  createdAt: new Date(receipt.created_at),
})
