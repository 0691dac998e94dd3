import type { CardEscrowState } from '@gateway/domain/cards/escrow-machine'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import { updateTogether } from '../kernel/update-together.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardEscrowEntity } from './card-escrow.entity.ts'
import type { CardPaymentEntity } from './card-payment.entity.ts'
import type { CardScope } from './card-queries.ts'

/** A card escrow within a scope. */
export const findCardEscrow = (em: Em, { id, ...scope }: CardScope & { id: string }): Promise<CardEscrowEntity | undefined> =>
  own(em, scope).selectAll().where('id', '=', id).executeTakeFirst() as Promise<CardEscrowEntity | undefined>

/** A page of card escrows, newest first, and how many there are in all. */
export async function listCardEscrows(
  em: Em,
  { status, bounds, ...scope }: CardScope & { status?: CardEscrowState | undefined; bounds: PageBounds },
): Promise<{ rows: CardEscrowEntity[]; total: number }> {
  const all = status === undefined ? own(em, scope) : own(em, scope).where('state', '=', status)
  const { rows, total } = await readPage({ shown: all.selectAll(), all }, bounds)
  return { rows: rows as CardEscrowEntity[], total }
}

/** Some card payments. */
export const readCardPayments = async (em: Em, { ids }: { ids: readonly string[] }): Promise<CardPaymentEntity[]> =>
  ids.length === 0
    ? []
    : ((await tables(em).selectFrom('card_payment').selectAll().where('id', 'in', ids).execute()) as CardPaymentEntity[])

/** Writes the release of a locked card escrow, as the api. */
export const saveRelease = (em: Em, escrow: CardEscrowEntity): Promise<void> =>
  updateTogether(em, {
    table: 'card_escrow',
    columns: ['state', 'transferredMinor', 'releaseReason', 'releasedAt', 'stateVersion', 'updatedAt'],
    rows: [escrow],
  })

function own(em: Em, { merchantId, mode, businessId }: CardScope) {
  const rows = tables(em).selectFrom('card_escrow').where('merchantId', '=', merchantId).where('mode', '=', mode)
  return businessId === undefined ? rows : rows.where('businessId', '=', businessId)
}
