import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** An output at one of our addresses. */
export interface Output {
  readonly txId: string
  readonly vout: number
  readonly units: bigint
}

/** An output that a leg may spend. */
interface OwnOutput extends Output {
  readonly intentId: string
}

/**
 * Locks the confirmed outputs of legs of a chain for their intents, in the transaction that stores the attempts.
 *
 * @returns the outputs locked for each; other intents spend the rest.
 */
export async function lockUtxos(em: Em, intents: readonly SpendIntentEntity[]): Promise<(intent: SpendIntentEntity) => readonly Output[]> {
  const [first] = intents
  const outputs = await confirmedOutputs(em, intents)
  if (!first || outputs.length === 0) return () => []
  const { chain } = first
  await tables(em)
    .insertInto('utxo_lock')
    .values(outputs.map(({ intentId, txId, vout }) => ({ chain, txid: txId, vout, intentId })))
    .onConflict((oc) => oc.columns(['chain', 'txid', 'vout']).doNothing())
    .execute()
  await takeOver(em, chain, outputs)
  const locks = await tables(em)
    .selectFrom('utxo_lock')
    .select(['txid', 'vout', 'intentId'])
    .where('chain', '=', chain)
    .where('intentId', 'in', idsOf(intents))
    .execute()
  const owned = new Set(locks.map(({ intentId, txid, vout }) => `${intentId} ${txid}:${vout}`))
  const locked = outputs.filter(({ intentId, txId, vout }) => owned.has(`${intentId} ${txId}:${vout}`))
  const byIntent = Map.groupBy(locked, ({ intentId }) => intentId)
  return ({ id }) => byIntent.get(id) ?? []
}

const idsOf = (intents: readonly SpendIntentEntity[]): string[] => intents.map(({ id }) => id)

async function confirmedOutputs(em: Em, intents: readonly SpendIntentEntity[]): Promise<OwnOutput[]> {
  const deposits = await tables(em)
    .selectFrom('deposit')
    .select(['intentId', 'txId', 'vout', 'units'])
    .where('intentId', 'in', idsOf(intents))
    .where('state', '=', 'included')
    .orderBy('id')
    .execute()
  return deposits.flatMap(({ intentId, txId, vout, units }) =>
    vout === null || intentId === null ? [] : [{ intentId, txId, vout, units }],
  )
}

/**
 * Transfers the locks of outputs whose deposit died, reappeared and now belongs to another leg. Safe only when every attempt of the earlier leg over
 * such an output is dead.
 */
async function takeOver(em: Em, chain: ChainCode, outputs: readonly OwnOutput[]): Promise<void> {
  const [ids, txIds, vouts] = [outputs.map(({ intentId }) => intentId), outputs.map(({ txId }) => txId), outputs.map(({ vout }) => vout)]
  await sql`UPDATE utxo_lock SET intent_id = own.intent_id
    FROM unnest(${ids}::uuid[], ${txIds}::text[], ${vouts}::int[]) AS own (intent_id, txid, vout)
    WHERE utxo_lock.chain = ${chain} AND utxo_lock.txid = own.txid AND utxo_lock.vout = own.vout AND utxo_lock.intent_id <> own.intent_id
    AND NOT EXISTS (SELECT FROM spend_intent before JOIN spend_attempt ON spend_attempt.intent_id = before.lead_id
      JOIN attempt_input input ON input.intent_id = spend_attempt.intent_id AND input.n = spend_attempt.n
      WHERE before.id = utxo_lock.intent_id AND spend_attempt.state <> 'dead'
        AND input.resource = utxo_lock.txid AND input.sequence = utxo_lock.vout)`.execute(tables(em))
}
