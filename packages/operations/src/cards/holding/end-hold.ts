import type { CardEscrowEntity } from '@gateway/db/cards/card-escrow.entity'
import { readStored } from '@gateway/db/cards/hold-queries'
import { ownCardEscrows } from '@gateway/db/cards/card-queries'
import type { Em } from '@gateway/db/orm'
import { refundableMinor } from '@gateway/domain/cards/card-money'
import { noticeBefore, refundAfterNotice } from '@gateway/domain/cards/deadlines'
import { isReleasable } from '@gateway/domain/cards/rules'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import { type EmailContext, queueEmail } from '../../accounts/emails/queue-email.ts'
import { getOwner } from '../../businesses/get-owner.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import { moneyOf, readStanding } from '../lifecycle/standing.ts'
import { planRefund } from '../refunds/plan-refund.ts'

type Holding = Pick<Context, 'orm' | 'ids' | 'clock'> & EmailContext

/**
 * Does what is due of a card escrow whose hold ends: tells its merchant a week before, and refunds what is left when that week is over. Nothing is refunded
 * without a notice that has run: whatever keeps the merchant from a release takes `noticedAt` back. The row decides, so it may be asked for at any time, and
 * does nothing twice.
 */
export async function endHold(ctx: Holding, { escrowId }: { escrowId: string }): Promise<void> {
  const stored = await readStored(ctx.orm.em.fork(), { escrowId })
  if (!stored) return
  await transaction(ctx, async (em) => {
    const { payment, escrow } = await lockCard(em, stored)
    const now = ctx.clock.now()
    if (!escrow || escrow.refundAt === null || !isReleasable(await readStanding(em, { payment, escrow }))) return
    const { refundAt, noticedAt } = escrow
    if (noticedAt === null && noticeBefore(refundAt) <= now) await tellMerchant(em, ctx, { payment, escrow, refundAt })
    else if (noticedAt !== null && refundAt <= now)
      await planRefund(em, ctx, { card: { payment, escrow }, wish: { reason: 'Not released in time' } })
  })
}

interface Ending extends Card {
  readonly escrow: CardEscrowEntity
  readonly refundAt: Date
}

async function tellMerchant(em: Em, ctx: Holding, { payment, escrow, refundAt: dueAt }: Ending): Promise<void> {
  const now = ctx.clock.now()
  const refundAt = refundAfterNotice(dueAt, now)
  await ownCardEscrows.save(em, Object.assign(escrow, { refundAt, noticedAt: now, updatedAt: now }))
  const { id: merchantId, email: to, businessName: name } = await getOwner(em, payment)
  const { businessId, currency } = payment
  const amount = formatUnits(refundableMinor(moneyOf(payment)), fiatDecimals[currency])
  const endsAt = refundAt.toISOString()
  const facts = {
    kind: 'card_escrow_ending',
    to,
    business: { id: businessId, name },
    escrowId: escrow.id,
    amount,
    currency,
    endsAt,
  } as const
  await queueEmail(em, ctx, { merchantId, facts, usefulUntil: refundAt })
}
