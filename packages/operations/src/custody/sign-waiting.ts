import { hasRested, lockWaitingIntent } from '@gateway/db/custody/queries'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SpendPurpose } from '@gateway/domain/custody/intent'
import type { ChainCode } from '@gateway/domain/money/asset'
import { findFees } from './fees.ts'
import type { Context } from '../context.ts'
import { markHeld } from './hold-intents.ts'
import { readPauses } from './paused-intents.ts'
import { signFlushes, takeTurn } from './sign-flushes.ts'
import { signPoolSpend } from './sign-pool-spend.ts'
import type { SignerContext } from './signer-context.ts'

/** A transaction whose bytes are about to be stored. */
export interface SignedAttempt {
  readonly intents: readonly SpendIntentEntity[]
  readonly raw: Uint8Array
  readonly txId: string
  readonly binds: readonly string[]
  /** What the network will take out of the deposit; null where gas is only known once it is mined. */
  readonly feeUnits: bigint | null
  readonly platformPaid: boolean
  /** What it pays the platform out of the merchant's part, because the merchant owes it from fees that were too small to pay. */
  readonly takenBackUnits: bigint
}

/** Why a payout waits; an operator reads it, and it is tried again. */
export interface Held {
  readonly intent: SpendIntentEntity
  readonly reason: string
}

/** What asking for a signature has come to. */
export type Signing =
  | { readonly outcome: 'signed'; readonly attempt: SignedAttempt }
  | { readonly outcome: 'held'; readonly held: Held }
  | { readonly outcome: 'nothing_waits' }

const ESTIMATE_VALID_MS = 10 * 60 * 1_000

const signers = { utxo: signPoolSpend, account: signFlushes } as const

/** A payout that waits. */
interface WaitingLeg {
  readonly purpose: SpendPurpose
  readonly ref: string
  readonly leg: number
  readonly chain: ChainCode
}

/** Signs every payout of an object that waits, each by itself: one that is held keeps back no other. */
export async function signAllWaiting(em: Em, ctx: SignerContext, wanted: { purpose: SpendPurpose; ref: string }): Promise<Signing[]> {
  const signings: Signing[] = []
  for (const waiting of await findWaiting(em, { ...wanted, now: ctx.clock.now() })) signings.push(await signWaiting(em, ctx, waiting))
  return signings
}

/**
 * Signs a waiting payout and stores bytes and id, in the caller's transaction: nobody has seen the bytes before they are kept.
 *
 * Recipients come from the frozen commit only, sources from this object's own deposits. A payout that another signer has signed meanwhile is
 * passed over, so two signers alive make one attempt.
 */
async function signWaiting(em: Em, ctx: SignerContext, wanted: WaitingLeg): Promise<Signing> {
  const rail = ctx.rails.get(wanted.chain)
  if (rail?.family === 'account') await takeTurn(em, ctx, rail)
  const intent = await lockWaitingIntent(em, wanted)
  if (!intent) return { outcome: 'nothing_waits' }
  const pause = (await readPauses(em, ctx, [intent]))(intent)
  if (pause) return hold(em, ctx, { intent, reason: `paused:${pause}` })
  const known = await findFees(em, { chain: intent.chain })
  if (!rail || !known || ctx.clock.now().getTime() - known.at.getTime() > ESTIMATE_VALID_MS)
    return hold(em, ctx, { intent, reason: 'no_current_fee_estimate' })
  const signed = await signers[rail.family](em, ctx, { intent, rail, fees: known.fees })
  if ('reason' in signed) return hold(em, ctx, signed)
  await ctx.failpoint('S5')
  await ctx.failpoint('S22')
  await storeAttempt(em, ctx, signed)
  return { outcome: 'signed', attempt: signed }
}

/** Payouts of an object that wait, by their first legs, before anything is locked. */
const findWaiting = (em: Em, { purpose, ref, now }: { purpose: SpendPurpose; ref: string; now: Date }): Promise<WaitingLeg[]> =>
  tables(em)
    .selectFrom('spend_intent')
    .select(['purpose', 'ref', 'leg', 'chain'])
    .where('purpose', '=', purpose)
    .where('ref', '=', ref)
    .where('state', 'in', ['planned', 'held'])
    .where(hasRested('spend_intent', now))
    .orderBy('leg')
    .execute()

async function hold(em: Em, ctx: Context, held: Held): Promise<Signing> {
  ctx.log.warn({ intentId: held.intent.id, chain: held.intent.chain, reason: held.reason }, 'a payout is held')
  await markHeld(em, ctx, { ids: [held.intent.id], reason: held.reason })
  return { outcome: 'held', held }
}

const freshAttempt = {
  state: 'signed',
  height: null,
  blockHash: null,
  succeeded: null,
  proof: null,
  lastProblem: null,
  sentHeight: null,
} as const

async function storeAttempt(
  em: Em,
  ctx: SignerContext,
  { intents, raw, txId, binds, feeUnits, platformPaid, takenBackUnits }: SignedAttempt,
): Promise<void> {
  const [lead] = intents
  if (!lead) throw new Error('an attempt needs an intent')
  const now = ctx.clock.now()
  const earlier = await findLatestAttempt(em, lead.id)
  const identity = { intentId: lead.id, n: earlier ? earlier.n + 1 : 0, supersedes: earlier?.n ?? null, chain: lead.chain, handle: txId }
  await tables(em)
    .insertInto('spend_attempt')
    .values({
      ...freshAttempt,
      ...identity,
      raw: Buffer.from(raw),
      binds: [...binds],
      feeUnits,
      platformPaid,
      takenBackUnits,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  await tables(em)
    .updateTable('spend_intent')
    .set({ state: 'signed', leadId: lead.id, holdReason: null, updatedAt: now })
    .where(
      'id',
      'in',
      intents.map((intent) => intent.id),
    )
    .execute()
}

const findLatestAttempt = (em: Em, intentId: string): Promise<{ n: number } | undefined> =>
  tables(em).selectFrom('spend_attempt').select('n').where('intentId', '=', intentId).orderBy('n', 'desc').limit(1).executeTakeFirst()
