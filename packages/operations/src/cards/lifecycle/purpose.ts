import type { ProcessorIntentEntity } from '@gateway/db/cards/processor/processor-intent.entity'
import type { Em } from '@gateway/db/orm'
import type { Reader } from '@gateway/providers/stripe/answers/shape'
import type { StripeRequest } from '@gateway/providers/stripe/calls'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import type { ListRequest, Period } from '@gateway/providers/stripe/requests/look-ups'
import type { Card } from './advance-cards.ts'
import type { ProcessorContext } from './processor-context.ts'

/** An intent whose payment and escrow are locked. */
export interface IntentSubject extends Card {
  readonly intent: ProcessorIntentEntity
}

/** Why an intent ended without effect: the processor's refusal, or a reason of our own. */
export type Refusal = Pick<FailedCall, 'status' | 'code'> & Partial<Omit<FailedCall, 'result'>>

/** What the engine needs to know of a purpose. Each part runs within one transaction that holds the lock of the payment. */
export interface Purpose<Facts extends { readonly id: string; readonly intentId: string | null }> {
  /** The call, made of rows alone; undefined when there is nothing to do any more, which ends the intent without a call. */
  readonly request: (em: Em, ctx: ProcessorContext, subject: IntentSubject) => Promise<StripeRequest | undefined>
  /** Reads the answer of the call. */
  readonly read: Reader<Facts>
  /** The list that has the object of a call whose outcome is unknown, and how its objects are read; `called` is from its first call until now. */
  readonly list: (em: Em, subject: IntentSubject, called: Period) => Promise<ListRequest>
  readonly readListed: Reader<Facts>
  /** Writes what follows from the processor's object. */
  readonly done: (em: Em, ctx: ProcessorContext, subject: IntentSubject & { readonly facts: Facts }) => Promise<void>
  /** Undoes what was reserved, because nothing happened and nothing will. */
  readonly refused: (em: Em, ctx: ProcessorContext, subject: IntentSubject & { readonly refusal: Refusal }) => Promise<void>
}

/** Declares a purpose; the engine reads the facts of each with its own reader. */
export const purpose = <Facts extends { readonly id: string; readonly intentId: string | null }>(of: Purpose<Facts>): Purpose<Facts> => of
