import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { depositCredited, forwardPlanned, payoutBroadcast } from '@gateway/domain/ledger/templates'
import { splitReceived } from '@gateway/domain/payments/rules'
import type { Context } from '../context.ts'
import { postTransfers } from '../ledger/post-transfer.ts'
import { observe } from './record-deposits.ts'
import { holdOpenIntent } from '../custody/open-payouts.ts'
import { creditRefs } from '../custody/credit-refs.ts'
import { holdingOf, postingRef } from '../custody/settle-intents.ts'

/** What a flush settles. */
export interface Joined {
  readonly intent: SpendIntentEntity
  /** Coins came to light that nobody had seen arrive: whose they are must be judged anew. */
  readonly hasUnseen: boolean
}

/**
 * The intent that a flush settles, grown to what the flush really moved; undefined when the flush moved less than the leg holds.
 *
 * A deposit contract pays out everything at its address: deposits that arrived after the plan, and coins that came by an internal transfer
 * no log shows. They join the leg, each credited once, so that received = merchant + fee stays true to the last unit. A flush by a stranger
 * before the rest arrived is less than the leg: it settles nothing, an operator is called, and the chain is read on.
 */
export async function joinFlushed(em: Em, ctx: Context, flush: FlushEntity): Promise<Joined | undefined> {
  const intent = await holdOpenIntent(em, { purpose: 'forward', ref: flush.subjectId, asset: flush.asset })
  if (!intent) throw new Error(`flush ${flush.ref} has no open intent`)
  const surplus = flush.merchantUnits + flush.feeUnits - intent.units
  if (surplus < 0n) {
    ctx.log.error(
      { alarm: 'flush_short', intentId: intent.id, txId: flush.txId },
      'a flush moved less than was deposited and settles nothing',
    )
    return undefined
  }
  if (surplus === 0n) return { intent, hasUnseen: false }
  const late = await findJoining(em, flush)
  const unseen = surplus - late.reduce((sum, deposit) => sum + deposit.units, 0n)
  const joining = unseen > 0n ? [...late, await recordUnseen(em, { flush, units: unseen, at: ctx.clock.now() })] : late
  return { intent: await grow(em, ctx, { intent, joining }), hasUnseen: unseen > 0n }
}

type Joining = Awaited<ReturnType<typeof findJoining>>[number]

const findJoining = (em: Em, flush: FlushEntity) =>
  tables(em)
    .selectFrom('deposit')
    .select(['id', 'units', 'blockHash', 'creditedBy', 'reorged'])
    .where('subject', '=', flush.subject)
    .where('subjectId', '=', flush.subjectId)
    .where('asset', '=', flush.asset)
    .where('state', '=', 'included')
    .where('height', '<=', flush.height)
    .where('intentId', 'is', null)
    .orderBy('id')
    .execute()

/** Coins that reached the address without a trace that scanners can see; the flush itself is their first observation. */
async function recordUnseen(em: Em, { flush, units, at }: { flush: FlushEntity; units: bigint; at: Date }): Promise<Joining> {
  const ref = `${flush.ref}:internal`
  const id = `${flush.chain}:${ref}`
  const { chain, txId, address, subject, subjectId, asset, height, blockHash } = flush
  await tables(em)
    .insertInto('deposit')
    .values({
      id,
      chain,
      ref,
      txId,
      address,
      subject,
      subjectId,
      asset,
      token: null,
      units,
      state: 'included',
      height,
      blockHash,
      arrivedAt: at,
      goneAt: null,
      replaced: false,
      reorged: false,
      dead: false,
      maturesAt: height,
      creditedBy: null,
      intentId: null,
    })
    .execute()
  await observe(em, { chain, at, kind: 'included', block: { height, hash: blockHash } }, [id])
  return { id, units, blockHash, creditedBy: null, reorged: false }
}

async function grow(
  em: Em,
  ctx: Context,
  { intent, joining }: { intent: SpendIntentEntity; joining: readonly Joining[] },
): Promise<SpendIntentEntity> {
  const holding = holdingOf(intent)
  const { feeBps } = await tables(em).selectFrom('commit').select('feeBps').where('id', '=', intent.commitId).executeTakeFirstOrThrow()
  const units = intent.units + joining.reduce((sum, deposit) => sum + deposit.units, 0n)
  const whole = splitReceived(units, feeBps, 0n)
  const added = {
    feeUnits: whole.feeUnits - intent.feeUnits,
    merchantUnits: whole.merchantUnits - intent.merchantUnits,
    networkFeeUnits: 0n,
  }
  const fresh = joining.filter((deposit) => deposit.creditedBy === null)
  const refs = await creditRefs(em, fresh)
  await postTransfers(
    em,
    ctx,
    fresh.map(({ id, units: credited }) => depositCredited(holding, { ref: refs.get(id) ?? id, units: credited })),
  )
  const grown = { id: `${postingRef(intent)}+${joining[0]?.id}`, units: units - intent.units }
  // What was booked as sent was the plan; a leg that was not sent yet is booked as sent when it settles, with all that it has become.
  const sent = (await isBookedAsSent(em, intent)) ? [payoutBroadcast(holding, grown)] : []
  await postTransfers(em, ctx, [forwardPlanned(holding, { id: grown.id, split: added }), ...sent])
  for (const { id, creditedBy } of joining) {
    await tables(em)
      .updateTable('deposit')
      .set({ intentId: intent.id, creditedBy: creditedBy ?? refs.get(id) ?? null })
      .where('id', '=', id)
      .execute()
  }
  await tables(em)
    .updateTable('spend_intent')
    .set({ ...whole, units })
    .where('id', '=', intent.id)
    .execute()
  return Object.assign(intent, whole, { units })
}

async function isBookedAsSent(em: Em, intent: SpendIntentEntity): Promise<boolean> {
  const booked = await tables(em)
    .selectFrom('transfer')
    .select('id')
    .where('kind', '=', 'broadcast')
    .where('ref', '=', postingRef(intent))
    .executeTakeFirst()
  return booked !== undefined
}
