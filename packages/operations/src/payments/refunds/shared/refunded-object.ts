import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { HeldOf } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import type { PayoutOwnerSubject, TermsSubject } from '@gateway/domain/custody/purposes'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { PayerHeldReason } from '@gateway/domain/payments/payer-refund'

/** What a refund has to know of the object whose held money goes back: a payment, or an invoice. */
export interface RefundedObject {
  readonly id: string
  readonly of: HeldOf
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly chain: ChainCode
  readonly asset: AssetCode
  /** The state of the object, for refusals. */
  readonly state: string
  /** Its own terms, whose address and key those of its refunds share. */
  readonly payoutTermsId: string
  /** The kind of the terms of its refunds. */
  readonly termsSubject: TermsSubject
  /** What the merchant called it. */
  readonly description: string | null
  /** What a payer names to the merchant. */
  readonly reference: string
  /** False once its money went to the merchant. */
  readonly isOver: boolean
  readonly reason: PayerHeldReason
  /** Its deposits that a refund may take, in a block, whether confirmed or not. */
  readonly heldOf: (deposits: readonly DepositEntity[]) => readonly DepositEntity[]
  /** False once none of its own coin is left that a refund could take, an orphaned deposit included, which may reappear, unless it is proven dead. */
  readonly hasMoneyIn: (deposits: readonly DepositEntity[]) => boolean
  /** What its deposits are stored under. */
  readonly subject: PayoutOwnerSubject
}

/** Finds the object of a refund; undefined for a refund of another room. */
export type RefundOwner = (em: Em, refund: RefundEntity) => Promise<RefundedObject | undefined>

/** The rooms whose held money goes back. */
export type RefundOwners = readonly RefundOwner[]

/** The object of a refund. @throws {NotFound} */
export async function findRefunded(em: Em, owners: RefundOwners, refund: RefundEntity): Promise<RefundedObject> {
  for (const find of owners) {
    const object = await find(em, refund)
    if (object) return object
  }
  throw new NotFound('return')
}
