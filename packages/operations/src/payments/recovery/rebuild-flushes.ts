import type { EvmRail } from '@gateway/chains/evm/rail'
import type { Receipt } from '@gateway/chains/rail'
import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { gasPaid } from '@gateway/domain/ledger/templates'
import { sumUnits } from '@gateway/domain/money/units'
import { coveredBy } from '../../chainwatch/outgoing/covered-deposits.ts'
import { findCommitOf, legOfFlush } from '../../chainwatch/outgoing/leg-of-flush.ts'
import type { Context } from '../../kernel/context.ts'
import type { DecidingContext } from '../../custody/policy/decision-log.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { paymentOwner } from '../assessment/payment-subject.ts'
import { storeRebuiltAttempt } from './store-rebuilt-attempt.ts'
import { recordUnattributed, UnattributedSpend, type UnknownPayout } from './find-unknown-payouts.ts'

/** A mined transaction of the gas payer. */
export interface MinedFlush {
  readonly rail: EvmRail
  readonly recoveryId: string
  readonly payout: UnknownPayout
  readonly receipt: Receipt
  /** An operator has explained its call. */
  readonly isExplained: boolean
}

/**
 * Rebuilds the attempt of a flush transaction: its logs name the paid payments, and its nonce is taken.
 *
 * One that paid no known payment, because it failed or its payments are lost, is stored with its gas and nonce only.
 *
 * @returns the payments it belongs to.
 * @throws {Unexplained} when it called another contract than the factory: the gas payer does nothing else.
 */
export async function rebuildFlushes(em: Em, ctx: DecidingContext, mined: MinedFlush): Promise<string[]> {
  const { rail, payout, receipt, recoveryId } = mined
  if (!mined.isExplained && payout.stored.calls !== rail.watchKey(rail.factory))
    throw new UnattributedSpend(payout.at.txId, 'calls a contract that is not our factory')
  const intents = await legsOf(em, ctx, mined)
  const [lead] = intents
  await takeNonce(em, mined, lead?.leadId ?? null)
  if (!lead) {
    const treasury = { asset: rail.chain, chain: rail.chain, mode: 'live' } as const
    await recordUnattributed(em, { chain: rail.chain, recoveryId, at: payout.at })
    await postTransfers(em, ctx, [gasPaid(treasury, { txId: payout.at.txId, units: receipt.feeUnits })])
  } else {
    const paid = { feeUnits: receipt.feeUnits, succeeded: receipt.succeeded, platformPaid: true, takenBackUnits: 0n }
    await storeRebuiltAttempt(em, ctx, { ...paid, intents, payout })
  }
  return intents.map((intent) => intent.ref)
}

async function legsOf(em: Em, ctx: Context, { rail, payout }: MinedFlush): Promise<SpendIntentEntity[]> {
  const flushes = (await tables(em)
    .selectFrom('flush')
    .selectAll()
    .where('chain', '=', rail.chain)
    .where('txId', '=', payout.at.txId)
    .orderBy('logPlace')
    .execute()) as FlushEntity[]
  const legs: SpendIntentEntity[] = []
  for (const flush of flushes) {
    const leg = flush.intentId === null ? await legOf(em, ctx, flush) : await readIntent(em, flush.intentId)
    if (leg) legs.push(leg)
  }
  return legs
}

/** Undefined where the log and the known deposits disagree: the scanner settles that when the flush is final. */
async function legOf(em: Em, ctx: Context, flush: FlushEntity): Promise<SpendIntentEntity | undefined> {
  const commit = await findCommitOf(em, flush)
  const owner = await paymentOwner.holdingOf(em, flush.subjectId)
  const covered = await coveredBy(em, flush)
  if (!commit || !owner || covered.length === 0 || sumUnits(covered) !== flush.merchantUnits + flush.feeUnits) return undefined
  return legOfFlush(em, ctx, { flush, covered, commit, holding: { ...owner, asset: flush.asset } })
}

const readIntent = (em: Em, id: string): Promise<SpendIntentEntity> =>
  tables(em).selectFrom('spend_intent').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow() as Promise<SpendIntentEntity>

async function takeNonce(em: Em, { rail, payout }: MinedFlush, intentId: string | null): Promise<void> {
  const [sender = '', nonce = ''] = payout.stored.binds[0]?.split(':') ?? []
  await tables(em)
    .insertInto('nonce_slot')
    .values({ chain: rail.chain, sender, nonce: BigInt(nonce), intentId })
    .onConflict((oc) => oc.columns(['chain', 'sender', 'nonce']).doNothing())
    .execute()
}
