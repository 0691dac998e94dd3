import { updateTogether } from '../kernel/update-together.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardEscrowEntity } from './card-escrow.entity.ts'
import type { CardPaymentEntity } from './card-payment.entity.ts'

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
