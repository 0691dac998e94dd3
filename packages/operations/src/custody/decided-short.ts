import { findDecidedShort } from '@gateway/db/custody/settlement-queries'
import type { Em } from '@gateway/db/orm'
import { SETTLE_APPROVALS } from '@gateway/domain/custody/policy'
import type { ChainCode } from '@gateway/domain/money/asset'

/** A payout whose flush has moved less than was counted, and of which enough operators have said that it was all. */
export type DecidedShort = Awaited<ReturnType<typeof findDecidedShort>>[number]

/** All such payouts of a chain, locked against everybody else who would settle them. */
export const readDecidedShort = (em: Em, chain: ChainCode): Promise<DecidedShort[]> =>
  findDecidedShort(em, { chain, approvals: SETTLE_APPROVALS })
