import { isOutgoing, processorPurposeNames } from '@gateway/domain/cards/purposes'
import { cardScopesOf, type PauseScope } from '@gateway/domain/custody/pause'
import { type RawBuilder, sql } from 'kysely'
import { sharedPauseLock } from '../custody/pause-queries.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardPaymentEntity } from './card-payment.entity.ts'

const outgoing = processorPurposeNames.filter(isOutgoing)
const [everything, cards] = cardScopesOf('')

/** True in rows of `processor_intent` beside their `card_payment` whose money a pause keeps from leaving. */
export const isPausedIntent: RawBuilder<boolean> = sql<boolean>`processor_intent.purpose = ANY(${outgoing}) AND EXISTS (SELECT FROM pause
  WHERE paused_at IS NOT NULL AND scope IN (${everything}, ${cards}, 'merchant:' || card_payment.merchant_id))`

/**
 * The pause that stops the card money of a payment, which stays true until the transaction ends: a new pause waits for the intents that are being begun, and
 * those that come later wait for the pause.
 */
export async function holdCardPause(em: Em, { merchantId }: Pick<CardPaymentEntity, 'merchantId'>): Promise<PauseScope | undefined> {
  await sql`SELECT ${sharedPauseLock}`.execute(tables(em))
  const paused = tables(em)
    .selectFrom('pause')
    .select('scope')
    .where('scope', 'in', cardScopesOf(merchantId))
    .where('pausedAt', 'is not', null)
  return (await paused.orderBy('scope').executeTakeFirst())?.scope
}
