import type { Em } from '@gateway/db/orm'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { advanceIntents } from '../payouts/advance-intents.ts'
import { takeSequence } from '../recovery/advance-high-water.ts'
import type { SignedAttempt } from './signed-attempt.ts'

const freshAttempt = {
  state: 'signed',
  height: null,
  blockHash: null,
  succeeded: null,
  proof: null,
  lastProblem: null,
  sentHeight: null,
  refusedHeight: null,
  firstSentHeight: null,
  triedHeight: null,
  stuckReason: null,
  stuckSince: null,
} as const

/**
 * Stores the first attempts of payouts, or those after dead ones, and marks their intents signed.
 *
 * @throws {Error} when an intent does not wait for a signature, which their locks rule out.
 */
export async function storeAttempts(em: Em, ctx: Context, attempts: readonly SignedAttempt[]): Promise<void> {
  const led = attempts.map((signed) => ({ signed, lead: leadOf(signed) }))
  const placeOf = await nextPlaces(
    em,
    led.map(({ lead }) => lead.id),
  )
  await insertAttempts(
    em,
    ctx,
    led.map(({ signed, lead }) => ({ lead, ...placeOf(lead.id), signed })),
  )
  await markSigned(
    em,
    ctx,
    led.flatMap(({ signed, lead }) => signed.permits.map(({ intent }) => ({ id: intent.id, leadId: lead.id }))),
  )
}

async function markSigned(em: Em, ctx: Context, signed: readonly { readonly id: string; readonly leadId: string }[]): Promise<void> {
  const ids = signed.map(({ id }) => id)
  const leadId = sql<string>`(SELECT placed.lead_id FROM unnest(${ids}::uuid[], ${signed.map((one) => one.leadId)}::uuid[]) AS placed (id, lead_id)
    WHERE placed.id = spend_intent.id)`
  const moved = await advanceIntents(em, ctx, { ids, input: 'sign', patch: { leadId, holdReason: null, heldSince: null } })
  if (moved.length < ids.length) throw new Error('not every signed payout waits for a signature')
}

/** The intent an attempt is stored under: the first in it. */
function leadOf({ permits }: Pick<SignedAttempt, 'permits'>): SpendIntentEntity {
  const [lead] = permits
  if (!lead) throw new Error('an attempt needs an intent')
  return lead.intent
}

/** An attempt to store: its lead, its number, and the number of the attempt it follows. */
interface NewAttempt {
  readonly lead: Pick<SpendIntentEntity, 'id' | 'chain'>
  readonly n: number
  readonly supersedes: number | null
  readonly signed: Omit<SignedAttempt, 'permits'>
}

/** Stores the bytes, id and inputs of transactions; the chain role is notified once the signer has released them. */
export async function insertAttempts(em: Em, ctx: Pick<Context, 'clock'>, attempts: readonly NewAttempt[]): Promise<void> {
  await takeSequence(em)
  const now = ctx.clock.now()
  await tables(em)
    .insertInto('spend_attempt')
    .values(
      attempts.map(({ lead, n, supersedes, signed: { raw, txId, feeUnits, platformPaid, takenBackUnits } }) => ({
        ...freshAttempt,
        intentId: lead.id,
        n,
        supersedes,
        chain: lead.chain,
        handle: txId,
        raw: Buffer.from(raw),
        feeUnits,
        platformPaid,
        takenBackUnits,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .execute()
  const inputs = attempts.flatMap(({ lead, n, signed }) =>
    signed.inputs.map(({ resource, sequence }) => ({ intentId: lead.id, n, resource, sequence })),
  )
  await tables(em).insertInto('attempt_input').values(inputs).execute()
}

/** The numbers of the next attempts of intents, and those of their last. */
async function nextPlaces(em: Em, intentIds: readonly string[]): Promise<(intentId: string) => Pick<NewAttempt, 'n' | 'supersedes'>> {
  const rows = await tables(em)
    .selectFrom('spend_attempt')
    .select(['intentId', ({ fn }) => fn.max('n').as('last')])
    .where('intentId', 'in', [...intentIds])
    .groupBy('intentId')
    .execute()
  const lastOf = new Map(rows.map(({ intentId, last }) => [intentId, last]))
  return (intentId) => {
    const last = lastOf.get(intentId)
    return last === undefined ? { n: 0, supersedes: null } : { n: last + 1, supersedes: last }
  }
}
