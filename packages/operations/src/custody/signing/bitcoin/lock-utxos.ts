import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'

/** An output at one of our addresses. */
interface Output {
  readonly txId: string
  readonly vout: number
  readonly units: bigint
}

/**
 * Locks the confirmed outputs of a leg for its intent, in the transaction that stores the attempt.
 *
 * @returns the outputs locked for it; other intents spend the rest.
 */
export async function lockUtxos(em: Em, intent: SpendIntentEntity): Promise<Output[]> {
  const outputs = await confirmedOutputs(em, intent)
  if (outputs.length === 0) return []
  await tables(em)
    .insertInto('utxo_lock')
    .values(outputs.map(({ txId, vout }) => ({ chain: intent.chain, txid: txId, vout, intentId: intent.id })))
    .onConflict((oc) => oc.columns(['chain', 'txid', 'vout']).doNothing())
    .execute()
  await takeOver(em, intent, outputs)
  const locks = await tables(em)
    .selectFrom('utxo_lock')
    .select(['txid', 'vout'])
    .where('chain', '=', intent.chain)
    .where('intentId', '=', intent.id)
    .execute()
  const owned = new Set(locks.map(({ txid, vout }) => `${txid}:${vout}`))
  return outputs.filter(({ txId, vout }) => owned.has(`${txId}:${vout}`))
}

async function confirmedOutputs(em: Em, { id }: SpendIntentEntity): Promise<Output[]> {
  const deposits = await tables(em)
    .selectFrom('deposit')
    .select(['txId', 'vout', 'units'])
    .where('intentId', '=', id)
    .where('state', '=', 'included')
    .orderBy('id')
    .execute()
  return deposits.flatMap(({ txId, vout, units }) => (vout === null ? [] : [{ txId, vout, units }]))
}

/**
 * Transfers the locks of outputs whose deposit died, reappeared and now belongs to this leg. Safe only when every attempt of the earlier leg over
 * such an output is dead.
 */
async function takeOver(em: Em, { id, chain }: SpendIntentEntity, outputs: readonly Output[]): Promise<void> {
  const [txIds, vouts] = [outputs.map(({ txId }) => txId), outputs.map(({ vout }) => vout)]
  await sql`UPDATE utxo_lock SET intent_id = ${id}
    WHERE chain = ${chain} AND intent_id <> ${id} AND (txid, vout) IN (SELECT * FROM unnest(${txIds}::text[], ${vouts}::int[]))
    AND NOT EXISTS (SELECT FROM spend_intent before JOIN spend_attempt ON spend_attempt.intent_id = before.lead_id
      JOIN attempt_input input ON input.intent_id = spend_attempt.intent_id AND input.n = spend_attempt.n
      WHERE before.id = utxo_lock.intent_id AND spend_attempt.state <> 'dead'
        AND input.resource = utxo_lock.txid AND input.sequence = utxo_lock.vout)`.execute(tables(em))
}
