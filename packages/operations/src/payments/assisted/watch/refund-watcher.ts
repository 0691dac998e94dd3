import type { RefundWatcher } from '../../../kernel/address-owners.ts'
import { findNamedTransactions } from './find-named-transactions.ts'
import { recordRefundBlock } from './record-refund-block.ts'
import { takeBackTransfers } from './take-back-transfers.ts'

/** How refunds that merchants pay react to blocks. */
export const refundWatcher: RefundWatcher = {
  blockRecorded: recordRefundBlock,
  blockRemoved: takeBackTransfers,
  findNamed: findNamedTransactions,
}
