import { gasPaid, treasuryMoved } from '@gateway/domain/ledger/templates'
import type { ChainCode } from '@gateway/domain/money/asset'
import { postTransfers } from '../../ledger/post-transfer.ts'
import type { ApprovedDecision } from './approve.ts'
import type { ReadTransfer } from '../treasury/read-treasury-transfer.ts'

/** A transaction with the amounts of its block and receipt. */
interface TreasuryTransfer extends ReadTransfer {
  readonly chain: ChainCode
  readonly txId: string
}

/**
 * Approves an operator's transfer of treasury coins, made with the gas payer's key, and books it once. It is then no unattributed spend, and the
 * ledger no longer expects the coins at that address. Coins sent to another treasury address were booked on arrival.
 */
export const treasuryTransferOf = ({ chain, txId, from, to, units, feeUnits }: TreasuryTransfer): ApprovedDecision => ({
  kind: 'treasury_move',
  action: 'treasury.move',
  async find() {
    const terms = { chain, units: String(units), feeUnits: String(feeUnits) }
    return { subject: txId, terms, subjectId: txId, details: { chain, from, to, units: terms.units, fee: terms.feeUnits } }
  },
  async carryOut(em, ctx) {
    const treasury = { asset: chain, chain, mode: 'live' } as const
    const moved = units > 0n ? [treasuryMoved(treasury, { txId, units })] : []
    await postTransfers(em, ctx, [gasPaid(treasury, { txId, units: feeUnits }), ...moved])
  },
})
