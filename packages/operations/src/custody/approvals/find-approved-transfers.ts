import { findMovedByPeople } from '@gateway/db/custody/approvals/approval-queries'
import type { Em } from '@gateway/db/orm'
import { APPROVALS } from '@gateway/domain/custody/approval'
import type { ChainCode } from '@gateway/domain/money/asset'

/** Transactions of a chain that enough operators have approved as treasury transfers. */
export const findApprovedTransfers = (em: Em, chain: ChainCode): Promise<Set<string>> =>
  findMovedByPeople(em, { chain, approvals: APPROVALS })
