import type { Em } from '@gateway/db/orm'
import type { CardPayment } from '@gateway/domain/cards/card-payment'
import type { Context } from '../../kernel/context.ts'

/** What a room does about card payments of its objects, within the transaction of the role that calls the processor. */
export interface ChargeOwner {
  /** A card payment has succeeded; its row is locked. Told once, and nothing for a payment of no object. */
  charged(em: Em, ctx: Context, payment: CardPayment): Promise<void>
}

/** The room of each kind of object that card payments pay. */
export interface ChargeOwners {
  readonly invoice: ChargeOwner
}
