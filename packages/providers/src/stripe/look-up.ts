import type { StripeProcessor } from './processor.ts'
import type { FailedCall } from './outcome.ts'
import { type ListRequest, pageAfter } from './requests/look-ups.ts'
import { pageReader, type Reader } from './answers/shape.ts'

/** What a look-up found: the object of an intent, its certain absence from the list, or that the list could not be read whole. */
export type LookUp<Facts> = { readonly result: 'found'; readonly facts: Facts } | { readonly result: 'absent' } | FailedCall

/** The objects that a list has, of all pages. */
export type Listed<Facts> = { readonly result: 'done'; readonly facts: readonly Facts[] } | FailedCall

/** Finds the object that names an intent, where the outcome of its call is unknown. Lists take no filter by metadata, so it is compared here. */
export async function lookUp<Facts extends { readonly intentId: string | null }>(
  processor: StripeProcessor,
  list: ListRequest,
  { intentId, read }: { readonly intentId: string; readonly read: Reader<Facts> },
): Promise<LookUp<Facts>> {
  const listed = await listAll(processor, list, read)
  if (listed.result !== 'done') return listed
  const facts = listed.facts.find((object) => object.intentId === intentId)
  return facts === undefined ? { result: 'absent' } : { result: 'found', facts }
}

/** Reads a list page by page; an object of another shape makes the whole list unknown, because it might be the one that is looked for. */
export async function listAll<Facts>(processor: StripeProcessor, list: ListRequest, read: Reader<Facts>): Promise<Listed<Facts>> {
  const all: Facts[] = []
  let page = list
  for (;;) {
    const answer = await processor.send(page, { read: pageReader(read) })
    if (answer.result !== 'done') return answer
    all.push(...answer.facts.objects)
    if (answer.facts.nextAfter === null) return { result: 'done', facts: all }
    page = pageAfter(page, answer.facts.nextAfter)
  }
}
