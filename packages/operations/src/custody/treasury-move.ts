import type { ChainNode } from '@gateway/chains/rail'
import { countMoves, lockMove } from '@gateway/db/custody/move-queries'
import { tables } from '@gateway/db/tables'
import { MOVE_APPROVALS } from '@gateway/domain/custody/policy'
import { gasPaid, treasuryMoved } from '@gateway/domain/ledger/templates'
import type { AssetCode } from '@gateway/domain/money/asset'
import { noteAction } from '../accounts/note-action.ts'
import type { Context } from '../context.ts'
import { postTransfers } from '../ledger/post-transfer.ts'
import { transaction } from '../transaction.ts'
import { type MovedCoins, readMovedCoins } from './moved-coins.ts'

/** Which transaction has moved coins of the treasury, and who says so. */
interface Moving {
  readonly node: ChainNode
  readonly txId: string
  /** `operator:<name>`. */
  readonly by: `operator:${string}`
}

/** What the transaction has moved, in base units of the native coin, and how many operators still have to say so. */
export interface NotedMove extends MovedCoins {
  readonly asset: AssetCode
  readonly missing: number
}

/**
 * Says of a transaction on the chain that people have sent it with the key of an address that pays gas, to bring its coins elsewhere; the second
 * operator's word books it. From then on it is no spend that nobody signed, and the book expects its coins at that address no more. Coins
 * that went to another address of the treasury were booked when they arrived.
 *
 * What it moved is read from the block that the scanner has read, and the word is about that amount. It is booked once, however often it is said.
 *
 * @throws {NotFound} when no block that was read holds it, or no address of the treasury has sent it; {InvalidState} when it is not final, is one
 *   of ours, or moves tokens; {ChainUnavailable} when the node does not answer.
 */
export async function noteTreasuryMove(ctx: Context, { node, txId, by }: Moving): Promise<NotedMove> {
  const { chain } = node.rail
  const moved = await readMovedCoins(ctx, { node, txId })
  const { from, to, units, feeUnits } = moved
  const move = { chain, txId, units, feeUnits }
  return transaction(ctx, async (em) => {
    await lockMove(em, move)
    await tables(em)
      .insertInto('treasury_move')
      .values({ ...move, operator: by, at: ctx.clock.now() })
      .onConflict((oc) => oc.doNothing())
      .execute()
    const missing = Math.max(0, MOVE_APPROVALS - (await countMoves(em, move)))
    const details = { chain, from, to, units: String(units), fee: String(feeUnits), missing }
    await noteAction(em, ctx, { actor: by, action: 'treasury.move', subjectId: txId, details })
    const treasury = { asset: chain, chain, mode: 'live' } as const
    const spends = [gasPaid(treasury, { txId, units: feeUnits }), ...(units > 0n ? [treasuryMoved(treasury, { txId, units })] : [])]
    if (missing === 0) await postTransfers(em, ctx, spends)
    return { asset: chain, ...moved, missing }
  })
}
