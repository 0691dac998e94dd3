import { findMovedByPeople } from '@gateway/db/custody/approval-queries'
import type { Em } from '@gateway/db/orm'
import { APPROVALS } from '@gateway/domain/custody/approval'
import type { ChainCode } from '@gateway/domain/money/asset'

/** Transactions of a chain of which enough operators have said that people have moved coins of the treasury with them. */
export const findApprovedTransfers = (em: Em, chain: ChainCode): Promise<Set<string>> =>
  findMovedByPeople(em, { chain, approvals: APPROVALS })
