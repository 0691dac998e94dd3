import type { GamingFlag, TrustVector } from './reputation.ts'

/** The numbers of the published formula. A change of one changes every score; the documentation is made from them. */
export const formulaTerms = {
  /** After so many days a receipt counts half as much. */
  halfLifeDays: 90,
  /** Points, or counterparties, that give half of what a component can reach. */
  half: { E: 50, P: 25, D: 10 },
  /** What social receipts add to productivity at most, in points. */
  socialCap: 5,
  /** Receipts without which behaviour would be decided by the first one. */
  behaviourPrior: 2,
  /** So many rejections weighs one dispute. */
  disputeFactor: 3,
  /** Counterparties of so many days are counted. */
  diversityDays: 365,
  /** Compliance without any receipt about it. */
  complianceStart: 80,
  /** What receipts of identity add to compliance at most, in points. */
  identityCap: 20,
} as const

/** The share of each component in the score, in percent. */
export const scoreShares: TrustVector = { E: 30, P: 15, B: 25, D: 10, R: 10, A: 5, C: 5 }

/** When a flag is raised, and what positive points are multiplied by. */
export const gamingRules = {
  burst: { receipts: 50, minutes: 60, factor: 0.7 },
  low_diversity: { moreThan: 10, below: 0.1, factor: 0.5 },
} as const satisfies Readonly<Record<GamingFlag, { readonly factor: number; readonly [limit: string]: number }>>

/** Days of each window; null for all of them. */
export const windowDays = { last30Days: 30, last90Days: 90, allTime: null } as const
