import type { CardEscrowEntity } from '@gateway/db/cards/card-escrow.entity'
import { readStored } from '@gateway/db/cards/hold-queries'
import { ownCardEscrows } from '@gateway/db/cards/card-queries'
import type { Em } from '@gateway/db/orm'
import { refundableMinor } from '@gateway/domain/cards/card-money'
import { noticeBefore } from '@gateway/domain/cards/deadlines'
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

const DAY_MS = 24 * 60 * 60 * 1_000

type Holding = Pick<Context, 'orm' | 'ids' | 'clock'> & EmailContext

/**
 * Does what is due of a card escrow whose hold ends: tells its merchant a week before, and refunds what is left when the time has come. The row decides, so
 * it may be asked for at any time, and does nothing twice.
 */
export async function endHold(ctx: Holding, { escrowId }: { escrowId: string }): Promise<void> {
  const stored = await readStored(ctx.orm.em.fork(), { escrowId })
  if (!stored) return
  await transaction(ctx, async (em) => {
    const { payment, escrow } = await lockCard(em, stored)
    const now = ctx.clock.now()
    if (!escrow || escrow.refundAt === null || !isReleasable(await readStanding(em, { payment, escrow }))) return
    if (escrow.refundAt <= now) await refundRest(em, ctx, { payment, escrow })
    else if (escrow.noticedAt === null && noticeBefore(escrow.refundAt) <= now) await tellMerchant(em, ctx, { payment, escrow })
  })
}

/** Refunds what is left; a refund that the processor refuses is planned again a day later. */
async function refundRest(em: Em, ctx: Holding, card: Card & { escrow: CardEscrowEntity }): Promise<void> {
  card.escrow.refundAt = new Date(ctx.clock.now().getTime() + DAY_MS)
  await ownCardEscrows.save(em, card.escrow)
  await planRefund(em, ctx, { card, wish: { reason: 'Not released in time' } })
}

async function tellMerchant(em: Em, ctx: Holding, { payment, escrow }: Card & { escrow: CardEscrowEntity }): Promise<void> {
  const { refundAt } = escrow
  if (refundAt === null) return
  escrow.noticedAt = ctx.clock.now()
  escrow.updatedAt = escrow.noticedAt
  await ownCardEscrows.save(em, escrow)
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
