import { type Displaced, findDisplaced, lockAttempts } from '@gateway/db/custody/attempt-queries'
import { lockIntentsOfLeads } from '@gateway/db/custody/intent-queries'
import type { Em } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { advanceAttempts } from '../payouts/advance-attempts.ts'
import { advanceIntents } from '../payouts/advance-intents.ts'

/**
 * Marks our transactions dead when a foreign final transaction has used their nonce, and reopens the payouts it did not pay.
 *
 * The proof is the other transaction in a final block we have read. A missing transaction or an account's nonce count proves nothing: a payout
 * declared dead too early would be signed twice. Call it after final payouts are settled.
 */
export async function resolveNonceConflicts(em: Em, ctx: Context, final: { chain: ChainCode; finalHeight: number }): Promise<void> {
  if (ctx.rails.get(final.chain)?.deathProof !== 'used_nonce') return
  for (const displaced of await findDisplaced(em, final)) await replan(em, ctx, { ...displaced, chain: final.chain })
}

/** True for attempts with this nonce of this sender. */
const consumes = ({ sender, nonce }: Pick<Displaced, 'sender' | 'nonce'>): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM attempt_input input WHERE input.intent_id = spend_attempt.intent_id AND input.n = spend_attempt.n
    AND input.resource = ${sender} AND input.sequence = ${nonce})`

async function replan(em: Em, ctx: Context, displaced: Displaced & { chain: ChainCode }): Promise<void> {
  const { chain, intentId, ...proof } = displaced
  // A concurrent replacement holds these locks until it is stored, so later statements see it.
  await lockAttempts(em, { intentId })
  await advanceAttempts(em, ctx, {
    where: (eb) => eb.and([eb('intentId', '=', intentId), eb('height', 'is', null), consumes(proof)]),
    input: 'die',
    patch: { proof: { ...proof, nonce: String(proof.nonce) } },
  })
  const intents = await lockIntentsOfLeads(em, [intentId])
  const unpaid = intents.filter(({ state }) => state === 'signed' || state === 'broadcast').map(({ id }) => id)
  await advanceIntents(em, ctx, { ids: unpaid, input: 'reopen' })
  ctx.log.error(
    { alarm: 'nonce_used_elsewhere', chain, txId: proof.usedBy, height: proof.height, intentIds: unpaid },
    'gas payer nonce used elsewhere, payouts reopened for signing',
  )
}
