import type { Account } from './account.ts'
import type { ApplicationFee, FeeRefund } from './application-fee.ts'
import type { BalanceTransaction } from './balance-transaction.ts'
import type { Charge } from './charge.ts'
import type { CheckoutSession } from './checkout-session.ts'
import type { Dispute } from './dispute.ts'
import type { ProcessorEvent } from './event.ts'
import type { UploadedFile } from './file.ts'
import type { PaymentIntent } from './payment-intent.ts'
import type { Payout } from './payout.ts'
import type { Refund } from './refund.ts'
import type { Transfer, TransferReversal } from './transfer.ts'

/** Every kind of object that is stored, in the form in which it is sent. */
export type StoredObject =
  | Account
  | ApplicationFee
  | BalanceTransaction
  | Charge
  | CheckoutSession
  | Dispute
  | FeeRefund
  | PaymentIntent
  | Payout
  | ProcessorEvent
  | Refund
  | Transfer
  | TransferReversal
  | UploadedFile

/** The name of a kind, as `object` says it. */
export type ObjectKind = StoredObject['object']

/** The objects of a kind. */
export type ObjectOf<Kind extends ObjectKind> = Extract<StoredObject, { readonly object: Kind }>
