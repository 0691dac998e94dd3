import { findIntentOf } from '@gateway/db/cards/processor/intent-queries'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { isReleasing } from '../lifecycle/standing.ts'
import { dropIntent } from '../lifecycle/move-intent.ts'
import { revoke } from './transfer-purpose.ts'

/**
 * Takes a release of a locked card back that the processor was not called for yet, which a pause can keep waiting for long: the bank has asked for its money.
 *
 * @returns false once a call may have been made, whose answer decides; true when no release is under way any more.
 */
export async function takeBackRelease(em: Em, ctx: Pick<Context, 'ids' | 'clock' | 'log'>, card: Card): Promise<boolean> {
  if (card.escrow === null || !isReleasing(card.escrow)) return true
  // It is begun under the lock of its card only.
  const intent = await findIntentOf(em, { purpose: 'card_transfer', ref: card.escrow.id })
  if (intent?.state !== 'planned') return false
  await dropIntent(em, ctx, intent)
  await revoke(em, ctx, card)
  ctx.log.warn({ paymentId: card.payment.id }, 'a release that waited is taken back: its payment is disputed')
  return true
}
