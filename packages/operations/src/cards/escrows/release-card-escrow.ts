import type { SeenCardEscrow } from '@gateway/contract/cards'
import type { ReleaseCardEscrowInput } from '@gateway/contract/cards/inputs'
import { ownCardEscrows, readCardPayment, readEscrowOf } from '@gateway/db/cards/card-queries'
import { saveRelease } from '@gateway/db/cards/escrow-queries'
import { findIntentOf } from '@gateway/db/cards/processor/intent-queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { splitRelease } from '@gateway/domain/cards/card-money'
import { ProcessorFailed } from '@gateway/domain/cards/errors'
import { isReleasable } from '@gateway/domain/cards/rules'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { getOwned } from '../../businesses/owned/read-owned.ts'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type Card, moveCardEscrow } from '../lifecycle/advance-cards.ts'
import { awaitIntent, readRefusal } from '../lifecycle/await-processor.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { signalCardEscrow } from '../lifecycle/workflow-messages.ts'
import { planIntent } from '../lifecycle/plan-intent.ts'
import { readStanding, requireFree } from '../lifecycle/standing.ts'

interface Releasing {
  readonly actor: Actor
  readonly wish: ReleaseCardEscrowInput
  readonly keep?: Keep<SeenCardEscrow> | undefined
}

/**
 * Releases a card escrow: what is left of the capture less the fee is transferred to the merchant, once. The answer comes within ten seconds, with an id of
 * ours where the processor has none yet.
 *
 * @throws {NotFound} also for another merchant's. @throws {InvalidState} @throws {ProcessorFailed} when it refuses the transfer, and the money is held as before.
 */
export async function releaseCardEscrow(ctx: ApiContext, { actor, wish, keep }: Releasing): Promise<SeenCardEscrow> {
  const found = await getOwned(ctx, { of: ownCardEscrows, actor, id: wish.escrowId })
  const intentId = await transaction(ctx, async (em) => {
    const card = await lockCard(em, { paymentId: found.paymentId })
    const id = await planRelease(em, ctx, { card, reason: wish.reason })
    if (keep) await insertTogether(em, [keep.begun(found.id)])
    await ctx.failpoint('beforeCreateCommit')
    return id
  })
  await ctx.failpoint('afterCreateCommit')
  return awaitTransfer(ctx, { intentId, paymentId: found.paymentId })
}

/** A release that was planned, with what the processor has said within ten seconds. @throws {NotFound} {ProcessorFailed} */
export async function awaitRelease(ctx: ApiContext, { escrowId }: { escrowId: string }): Promise<SeenCardEscrow> {
  const intent = await findIntentOf(ctx.orm.em.fork(), { purpose: 'card_transfer', ref: escrowId })
  if (!intent) throw new NotFound('card escrow')
  return awaitTransfer(ctx, { intentId: intent.id, paymentId: intent.paymentId })
}

async function awaitTransfer(ctx: ApiContext, { intentId, paymentId }: { intentId: string; paymentId: string }): Promise<SeenCardEscrow> {
  const ended = await awaitIntent(ctx, intentId)
  if (ended?.state === 'void') throw new ProcessorFailed(await readRefusal(ctx, intentId))
  const em = ctx.orm.em.fork()
  const payment = await readCardPayment(em, { id: paymentId })
  const escrow = await readEscrowOf(em, { paymentId })
  if (!payment || !escrow) throw new NotFound('card escrow')
  return { payment, escrow }
}

/** Writes a release and plans its transfer, in the caller's transaction. @throws {InvalidState} */
async function planRelease(em: Em, ctx: ApiContext, { card, reason }: { card: Card; reason: string | undefined }): Promise<string> {
  const { payment, escrow } = card
  requireFree(card, 'release')
  const standing = await readStanding(em, card)
  if (!escrow || !isReleasable(standing))
    throw new InvalidState(standing.hasOpenInquiry ? 'inquiry' : (escrow?.state ?? 'direct'), 'release')
  const { transferMinor } = splitRelease(standing)
  escrow.transferredMinor = transferMinor
  escrow.releaseReason = reason ?? null
  escrow.releasedAt = ctx.clock.now()
  moveCardEscrow(ctx, escrow, 'release')
  await saveRelease(em, escrow)
  await enqueue(em, ctx, [signalCardEscrow(escrow)])
  const id = await planIntent(em, ctx, { purpose: 'card_transfer', ref: escrow.id, payment, amountMinor: transferMinor })
  if (id === undefined) throw new Error('the release of an escrow was planned before')
  return id
}
