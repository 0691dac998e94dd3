import { moveAttempt } from '../payouts/move-attempt.ts'
import { lockAttempts } from '@gateway/db/custody/attempt-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type AttemptState } from '@gateway/domain/custody/machine'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { postBroadcast } from '../payouts/post-broadcast.ts'

/** Transactions of ours that a block holds, and who is told which of them it is. */
interface Mined {
  readonly chain: ChainCode
  readonly txIds: readonly string[]
  readonly subjects: AddressOwners
}

/**
 * Makes a superseded transaction that a block holds the live one again: it has won, and what was to replace it can no longer be mined.
 *
 * So the live transaction is always the one that the chain holds, or else the newest; whoever settles, shows or sends needs to know no other.
 */
export async function promoteMinedAttempt(em: Em, ctx: Context, { chain, txIds, subjects }: Mined): Promise<void> {
  if (txIds.length === 0) return
  const winners = await tables(em)
    .selectFrom('spend_attempt')
    .select(['intentId', 'n'])
    .where('chain', '=', chain)
    .where('handle', 'in', [...txIds])
    .where('state', '=', 'superseded')
    .execute()
  for (const { intentId, n } of winners) {
    const attempts = await lockAttempts(em, { intentId })
    const winner = attempts.find((attempt) => attempt.n === n)
    const rival = attempts.find(({ state, binds }) => isOpen(state) && winner !== undefined && binds.join() === winner.binds.join())
    // What a final transaction left unpaid is signed for with another nonce, and takes nothing from this one.
    if (!winner || !rival) continue
    await moveAttempt(em, ctx, { attempt: rival, input: 'supersede' })
    await moveAttempt(em, ctx, { attempt: winner, input: 'win' })
    ctx.log.info({ chain, txId: winner.handle, intentId }, 'a payout was mined that had been replaced')
    await postBroadcast(em, ctx, { attempt: Object.assign(winner, { signedTxIds: attempts.map(({ handle }) => handle) }), subjects })
  }
}

const isOpen = (state: AttemptState): boolean => state === 'signed' || state === 'broadcast'
