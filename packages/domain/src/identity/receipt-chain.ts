import { baseWeights, PROCESSOR_DISPUTE_WEIGHT } from './categories.ts'
import { type Receipt, weightOfTask } from './receipt.ts'

/** The action type of the service's receipt of a dispute at the card processor. */
export const PROCESSOR_DISPUTE = 'card_dispute'

/** What a link of the chain is made over. */
export type ChainedReceipt = Pick<
  Receipt,
  | 'id'
  | 'kind'
  | 'subjectDid'
  | 'counterpartyDid'
  | 'category'
  | 'actionType'
  | 'outcome'
  | 'rating'
  | 'amount'
  | 'currency'
  | 'amountUsd'
  | 'createdAt'
>

/** The place of a receipt in the chain of its DID, from 1, and the digest before it in hexadecimal; null for the first. */
export interface ChainLink {
  readonly sequence: bigint
  readonly previousDigest: string | null
}

/**
 * The text that the digest of a receipt is made over: a JSON array that begins with its place in the chain of its DID and the digest before it. It has
 * public members alone, so that anybody can follow the chain, and none that can change: whether a receipt counts is not in it.
 */
export function chainText(receipt: ChainedReceipt, { sequence, previousDigest }: ChainLink): string {
  const { id, kind, subjectDid, counterpartyDid, category, actionType, outcome, rating, amount, currency, amountUsd, createdAt } = receipt
  const members = [id, kind, subjectDid, counterpartyDid, category, actionType, outcome, rating, amount, currency, amountUsd]
  return JSON.stringify(['receipt', Number(sequence), previousDigest, ...members, createdAt.toISOString()])
}

/** The base weight of a receipt, which follows from what the chain holds. */
export function baseOf({ kind, category, actionType, rating }: Pick<Receipt, 'kind' | 'category' | 'actionType' | 'rating'>): number {
  if (kind === 'task' && rating !== null) return weightOfTask(rating)
  return kind === 'service' && actionType === PROCESSOR_DISPUTE ? PROCESSOR_DISPUTE_WEIGHT : baseWeights[category]
}
