import type { Em } from '@gateway/db/orm'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { tables } from '@gateway/db/tables'
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
  firstSentHeight: null,
  triedHeight: null,
  stuckReason: null,
  stuckSince: null,
} as const

/**
 * Stores a payout's first attempt, or the one after a dead one, and marks its intents signed.
 *
 * @throws {Error} when one of them does not wait for a signature, which their locks rule out.
 */
export async function storeAttempt(em: Em, ctx: Context, signed: SignedAttempt): Promise<void> {
  const intents = signed.permits.map(({ intent }) => intent)
  const lead = leadOf(signed)
  await insertAttempt(em, ctx, { lead, ...(await nextPlace(em, lead.id)), signed })
  const ids = intents.map((intent) => intent.id)
  const signedNow = await advanceIntents(em, ctx, { ids, input: 'sign', patch: { leadId: lead.id, holdReason: null, heldSince: null } })
  if (signedNow.length < ids.length) throw new Error(`not every payout of ${lead.id} waits for a signature`)
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

/** Stores the bytes, id and inputs of a transaction; the chain role is notified once the signer has released it. */
export async function insertAttempt(em: Em, ctx: Pick<Context, 'clock'>, attempt: NewAttempt): Promise<void> {
  const { lead, n, supersedes } = attempt
  const { raw, txId, inputs, feeUnits, platformPaid, takenBackUnits } = attempt.signed
  await takeSequence(em)
  const now = ctx.clock.now()
  await tables(em)
    .insertInto('spend_attempt')
    .values({
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
    })
    .execute()
  await tables(em)
    .insertInto('attempt_input')
    .values(inputs.map(({ resource, sequence }) => ({ intentId: lead.id, n, resource, sequence })))
    .execute()
}

/** The number of an intent's next attempt, and that of its last. */
async function nextPlace(em: Em, intentId: string): Promise<Pick<NewAttempt, 'n' | 'supersedes'>> {
  const last = await tables(em)
    .selectFrom('spend_attempt')
    .select('n')
    .where('intentId', '=', intentId)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { n: last.n + 1, supersedes: last.n } : { n: 0, supersedes: null }
}
