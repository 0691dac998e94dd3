import type { Em } from '@gateway/db/orm'
import { listAll } from '@gateway/providers/stripe/look-up'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import type { StripeProcessor } from '@gateway/providers/stripe/processor'
import type { StripeRequest } from '@gateway/providers/stripe/calls'
import type { ListRequest, Period } from '@gateway/providers/stripe/requests/look-ups'
import type { IntentSubject, Purpose, Refusal } from '../lifecycle/purpose.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'

/** What a call has answered: the object, and how it is written; or why there is none. */
export type Answer = { readonly result: 'done'; readonly objectId: string; readonly write: Write } | FailedCall

type Write = (em: Em, ctx: ProcessorContext, subject: IntentSubject) => Promise<void>

/** A purpose to the engine, which need not know what its objects are. */
export interface PurposeHandler {
  readonly request: (em: Em, ctx: ProcessorContext, subject: IntentSubject) => Promise<StripeRequest | undefined>
  readonly list: (em: Em, subject: IntentSubject, called: Period) => Promise<ListRequest>
  readonly send: (processor: StripeProcessor, request: StripeRequest, idempotencyKey: string) => Promise<Answer>
  /** Finds the object of an intent in a list. `absent`: the whole list was read, and it is not there. */
  readonly find: (processor: StripeProcessor, list: ListRequest, intentId: string) => Promise<Answer | { readonly result: 'absent' }>
  readonly refused: (em: Em, ctx: ProcessorContext, subject: IntentSubject & { readonly refusal: Refusal }) => Promise<void>
}

/** Makes a handler of a purpose. */
export function handlerOf<Facts extends { readonly id: string; readonly intentId: string | null }>(of: Purpose<Facts>): PurposeHandler {
  const done = (facts: Facts): Answer => ({
    result: 'done',
    objectId: facts.id,
    write: (em, ctx, subject) => of.done(em, ctx, { ...subject, facts }),
  })
  return {
    request: of.request,
    list: of.list,
    refused: of.refused,
    send: async (processor, request, idempotencyKey) => {
      const outcome = await processor.send(request, { read: of.read, idempotencyKey })
      return outcome.result === 'done' ? done(outcome.facts) : outcome
    },
    find: async (processor, list, intentId) => {
      const listed = await listAll(processor, list, of.readListed)
      if (listed.result !== 'done') return listed
      const facts = listed.facts.find((object) => object.intentId === intentId)
      return facts === undefined ? { result: 'absent' } : done(facts)
    },
  }
}
