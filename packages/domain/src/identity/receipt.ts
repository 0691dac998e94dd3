import type { MerchantId } from '../kernel/id.ts'
import { type ActionCategory, baseWeights, TASK_CATEGORY } from './categories.ts'
import type { Did } from './did.ts'

/** Who wrote a receipt and of what: a merchant about a task or an action, or the service about what it saw. */
export const receiptKinds = ['task', 'action', 'service'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** The outcomes that the formula knows, with their quality; others say nothing about it. */
export const qualityByOutcome: Readonly<Record<string, 0 | 1>> = { accepted: 1, rejected: 0, disputed: 0 }

const LEAST_RATING = 1
const MOST_RATING = 5
/** Ratings from the middle on accept a task. */
const ACCEPTING_RATING = 3

/** What a rating says of quality, 0 to 1. */
export const qualityOfRating = (rating: number): number => (rating - LEAST_RATING) / (MOST_RATING - LEAST_RATING)

/** The outcome of a task with a rating. */
export const outcomeOfRating = (rating: number): 'accepted' | 'rejected' => (rating >= ACCEPTING_RATING ? 'accepted' : 'rejected')

/** The base weight of a task receipt: that of a completion, by the quality of the task. */
export const weightOfTask = (rating: number): number => baseWeights[TASK_CATEGORY] * qualityOfRating(rating)

/** A receipt: what one party, or the service, says of another. Append-only; the chain of its subject holds it by its digest. */
export interface Receipt {
  /** UUID; of an action receipt the one that its author sent. */
  readonly id: string
  readonly kind: ReceiptKind
  readonly subjectDid: Did
  /** Null of a card payment: nobody knows who paid. */
  readonly counterpartyDid: Did | null
  /** Null where the service wrote it. */
  readonly authorMerchantId: MerchantId | null
  readonly escrowId: string | null
  readonly category: ActionCategory
  readonly actionType: string | null
  readonly outcome: string
  /** 1 to 5. */
  readonly rating: number | null
  /** A decimal string in whole units of `currency`. */
  readonly amount: string | null
  readonly currency: string | null
  /** A decimal string in whole dollars. */
  readonly amountUsd: string | null
  /** The base weight; it counts only while the receipt is verified and not withdrawn. */
  readonly base: number
  /** Never public. */
  readonly taskDescription: string | null
  readonly isVerified: boolean
  readonly withdrawnAt: Date | null
  /** Its place in the chain of its subject, from 1; null until the job has appended it. */
  readonly sequence: bigint | null
  /** SHA-256 in hexadecimal; null until the job has appended it. */
  readonly previousDigest: string | null
  readonly digest: string | null
  readonly createdAt: Date
}

/** True when a receipt counts for its subject. */
export const counts = ({ isVerified, withdrawnAt }: Pick<Receipt, 'isVerified' | 'withdrawnAt'>): boolean =>
  isVerified && withdrawnAt === null
