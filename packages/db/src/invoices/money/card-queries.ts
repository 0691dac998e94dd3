import { sql } from 'kysely'
import type { CardPaymentEntity } from '../../cards/card-payment.entity.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'

const IS_CLOSING = sql<boolean>`EXISTS (SELECT FROM processor_task closing
  WHERE closing.kind = 'card_close' AND closing.ref = card_payment.id AND closing.try_at IS NOT NULL)`

/** Card payments of an invoice that nobody has paid yet, oldest first: those that are being closed, or the others. */
export const findOpenCards = (
  em: Em,
  { invoiceId, isClosing }: { invoiceId: string; isClosing: boolean },
): Promise<Pick<CardPaymentEntity, 'id' | 'amountMinor' | 'expiresAt'>[]> =>
  tables(em)
    .selectFrom('card_payment')
    .select(['id', 'amountMinor', 'expiresAt'])
    .where('invoiceId', '=', invoiceId)
    .where('state', '=', 'pending')
    .where(isClosing ? IS_CLOSING : sql<boolean>`NOT ${IS_CLOSING}`)
    .orderBy('createdAt')
    .execute()

/** Every card payment of an invoice, oldest first. */
export const listCards = (em: Em, { invoiceId }: { invoiceId: string }): Promise<CardPaymentEntity[]> =>
  tables(em).selectFrom('card_payment').selectAll().where('invoiceId', '=', invoiceId).orderBy('createdAt').execute() as Promise<
    CardPaymentEntity[]
  >
