import { type Displaced, findDisplaced, lockAttempts } from '@gateway/db/custody/attempt-queries'
import { lockIntentsOfLead } from '@gateway/db/custody/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { reopenIntents } from '../payouts/reopen-intents.ts'

/**
 * Ends every transaction of ours whose nonce a final transaction has used that is none of its own: it can never be mined, and neither can what it has
 * replaced or what has replaced it. What they were to pay waits for a signature again, unless that transaction has paid it.
 *
 * The proof is the other transaction itself in a block that we have read, and never that ours is not found: what a node counts for an account, and what it
 * does not know, may be wrong for a moment, and a payout that was called dead too early is signed for twice. To be called after whatever
 * final blocks have paid is settled.
 */
export async function resolveNonceConflicts(em: Em, ctx: Context, final: { chain: ChainCode; finalHeight: number }): Promise<void> {
  if (ctx.rails.get(final.chain)?.family !== 'account') return
  for (const displaced of await findDisplaced(em, final)) await replan(em, ctx, { ...displaced, chain: final.chain })
}

async function replan(em: Em, ctx: Context, displaced: Displaced & { chain: ChainCode }): Promise<void> {
  const { chain, intentId, ...proof } = displaced
  // Whoever replaces one of them holds their locks until the replacement is stored, so no statement after this one can miss it.
  await lockAttempts(em, { intentId })
  await tables(em)
    .updateTable('spend_attempt')
    .set({ state: 'dead', proof: { ...proof, nonce: String(proof.nonce) }, updatedAt: ctx.clock.now() })
    .where('intentId', '=', intentId)
    .where('state', 'in', ['signed', 'broadcast', 'superseded'])
    .where('height', 'is', null)
    .where(sql`binds ->> 0`, '=', `${proof.sender}:${proof.nonce}`)
    .execute()
  const intents = await lockIntentsOfLead(em, { leadId: intentId })
  const unpaid = intents.filter(({ state }) => state === 'signed' || state === 'broadcast').map(({ id }) => id)
  await reopenIntents(em, ctx, unpaid)
  ctx.log.error(
    { alarm: 'nonce_used_elsewhere', chain, txId: proof.usedBy, height: proof.height, intentIds: unpaid },
    'the key that pays gas has signed elsewhere with a nonce of ours, and the payouts under it are signed for anew',
  )
}
