import { openInquiries } from './dispute-queries.ts'
import { cardHold } from '@gateway/domain/cards/deadlines'
import { sql } from 'kysely'
import { isNoneOf } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardEscrowEntity } from './card-escrow.entity.ts'
import type { Due } from './due-queries.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Ids of card escrows whose hold ends, or whose merchants are to be told that it will. One that nothing can be done with now, because a refund is
 * unfinished, a bank asks or has its money, or an operator decides, is left out until that is over.
 */
export async function findEndingHolds(em: Em, { now, limit, except }: Due): Promise<string[]> {
  const noticed = new Date(now.getTime() + cardHold.noticeDays * DAY_MS)
  const held = tables(em)
    .selectFrom('card_escrow')
    .innerJoin('card_payment', 'card_payment.id', 'card_escrow.paymentId')
    .select('card_escrow.id')
    .where(sql<boolean>`card_escrow.state IN ('funded', 'partially_refunded') AND card_escrow.transferred_minor = 0`)
    .where((eb) =>
      eb.or([
        eb('card_escrow.refundAt', '<=', now),
        eb.and([eb('card_escrow.refundAt', '<=', noticed), eb('card_escrow.noticedAt', 'is', null)]),
      ]),
    )
    .where('card_payment.pendingMinor', '=', 0n)
    .where('card_payment.holdReason', 'is', null)
    .whereRef('card_payment.withdrawnMinor', '=', 'card_payment.lostMinor')
  const free = held.where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('card_dispute')
          .select('card_dispute.id')
          .whereRef('card_dispute.paymentId', '=', 'card_payment.id')
          .where(sql<boolean>`card_dispute.status = ANY(${openInquiries})`),
      ),
    ),
  )
  const rows = await free
    .where(isNoneOf(sql.ref('card_escrow.id'), except))
    .orderBy('card_escrow.refundAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A card escrow as it is stored. */
export const readStored = (em: Em, { escrowId }: { escrowId: string }): Promise<CardEscrowEntity | undefined> =>
  tables(em).selectFrom('card_escrow').selectAll().where('id', '=', escrowId).executeTakeFirst() as Promise<CardEscrowEntity | undefined>
