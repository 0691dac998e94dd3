import { moveAttempt } from '../payouts/advance-attempts.ts'
import { lockAttempts } from '@gateway/db/custody/attempt-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { consumeTheSame } from '@gateway/domain/chainwatch/transaction-input'
import type { AttemptState } from '@gateway/domain/custody/machine'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { postBroadcasts } from '../payouts/post-broadcast.ts'

/** Our transactions in a block, with the subjects to notify. */
interface Mined {
  readonly chain: ChainCode
  readonly txIds: readonly string[]
  readonly subjects: AddressOwners
}

/**
 * Makes a superseded attempt live again when a block holds it; its replacement can no longer be mined.
 *
 * So the live attempt is always the one on the chain, or else the newest; no other code needs to check.
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
    const rival = attempts.find(({ state, inputs }) => isOpen(state) && winner !== undefined && consumeTheSame(inputs, winner.inputs))
    // A retry of an unpaid payout has another nonce and does not conflict.
    if (!winner || !rival) continue
    await moveAttempt(em, ctx, { attempt: rival, input: 'supersede' })
    await moveAttempt(em, ctx, { attempt: winner, input: 'win' })
    ctx.log.info({ chain, txId: winner.handle, intentId }, 'superseded attempt mined')
    const sent = Object.assign(winner, { signedTxIds: attempts.map(({ handle }) => handle) })
    await postBroadcasts(em, ctx, { sent: [sent], subjects })
  }
}

const isOpen = (state: AttemptState): boolean => state === 'signed' || state === 'broadcast'
