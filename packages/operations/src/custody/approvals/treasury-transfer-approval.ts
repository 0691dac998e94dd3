import { gasPaid, treasuryMoved } from '@gateway/domain/ledger/templates'
import type { ChainCode } from '@gateway/domain/money/asset'
import { postTransfers } from '../../ledger/post-transfer.ts'
import type { ApprovedDecision } from './approve.ts'
import type { ReadTransfer } from '../treasury/read-treasury-transfer.ts'

/** A transaction, and what it has moved as its block and its receipt say. */
interface TreasuryTransfer extends ReadTransfer {
  readonly chain: ChainCode
  readonly txId: string
}

/**
 * Says of a transaction on the chain that people have sent it with the key of an address that pays gas, to bring its coins elsewhere, and books it once. From
 * then on it is no spend that nobody signed, and the book expects its coins at that address no more. Coins that went to another address of the
 * treasury were booked when they arrived.
 */
export const treasuryTransferOf = ({ chain, txId, from, to, units, feeUnits }: TreasuryTransfer): ApprovedDecision => ({
  kind: 'treasury_move',
  action: 'treasury.move',
  async find() {
    const terms = { units: String(units), feeUnits: String(feeUnits) }
    return { subject: `${chain}:${txId}`, terms, subjectId: txId, details: { chain, from, to, units: terms.units, fee: terms.feeUnits } }
  },
  async carryOut(em, ctx) {
    const treasury = { asset: chain, chain, mode: 'live' } as const
    const moved = units > 0n ? [treasuryMoved(treasury, { txId, units })] : []
    await postTransfers(em, ctx, [gasPaid(treasury, { txId, units: feeUnits }), ...moved])
  },
})
