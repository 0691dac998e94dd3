import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'
import { lockAttempts } from '@gateway/db/custody/attempt-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { attemptMachine, type AttemptState } from '@gateway/domain/custody/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { bookBroadcast } from '../broadcast/broadcast-attempts.ts'

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
    await bookBroadcast(em, ctx, { attempt: Object.assign(winner, { signedTxIds: attempts.map(({ handle }) => handle) }), subjects })
  }
}

const isOpen = (state: AttemptState): boolean => state === 'signed' || state === 'broadcast'

/** Moves one attempt of an intent. @throws {Error} when its state does not accept the input, which the caller's lock rules out. */
export async function moveAttempt(
  em: Em,
  ctx: Pick<Context, 'clock'>,
  { attempt, input }: { attempt: Pick<SpendAttemptEntity, 'intentId' | 'n' | 'state'>; input: 'supersede' | 'win' },
): Promise<void> {
  const step = findMove(attemptMachine, attempt.state, input)
  if (!step) throw new Error(`attempt ${attempt.intentId} ${attempt.n} is ${attempt.state} and takes no ${input}`)
  await tables(em)
    .updateTable('spend_attempt')
    .set({ state: step.to, updatedAt: ctx.clock.now() })
    .where('intentId', '=', attempt.intentId)
    .where('n', '=', attempt.n)
    .execute()
}
