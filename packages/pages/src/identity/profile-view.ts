import type { Reputation, TrustVector } from '@gateway/domain/identity/reputation'
import type { Language } from '../locales/languages.ts'

/** A part of a score. */
export type TrustKey = keyof TrustVector

/** The parts of a score, in the order in which they are shown. */
export const trustKeys = ['E', 'P', 'B', 'D', 'R', 'A', 'C'] as const satisfies readonly TrustKey[]

/** A receipt as everybody may read it. */
export interface ShownReceipt {
  readonly category: string
  readonly outcome: string
  /** A decimal text with its unit; null where the receipt has none. */
  readonly amount: string | null
  /** From 1 to 5. */
  readonly rating: number | null
  /** False of a receipt that weighs nothing. */
  readonly isVerified: boolean
  /** RFC 3339. */
  readonly createdAt: string
}

/** The reputation of a DID as everybody may read it. */
export interface ShownReputation extends Reputation {
  readonly did: string
  /** As its holder wrote it; null for a DID that no merchant of this service holds, and for one without a name. */
  readonly displayName: string | null
  /** RFC 3339. */
  readonly computedAt: string
}

/** Some of the receipts of a DID, newest first. */
interface ShownReceipts {
  readonly receipts: readonly ShownReceipt[]
  readonly total: number
  /** How many newer ones there are, and how many a page holds. */
  readonly offset: number
  readonly limit: number
}

/** What the public profile of a DID is drawn from. */
export interface ProfilePageInput {
  readonly reputation: ShownReputation
  readonly receipts: ShownReceipts
  readonly language: Language
  readonly nonce: string
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark'
}
