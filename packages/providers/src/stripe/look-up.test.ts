import { describe, expect, test } from 'vitest'
import { readRefund } from './answers/money.ts'
import { listAll, lookUp } from './look-up.ts'
import { outcomeOf } from './outcome.ts'
import type { StripeProcessor } from './processor.ts'
import { refundsOf } from './requests/look-ups.ts'

const refund = (id: string, intentId: string) => ({
  object: 'refund',
  id,
  amount: 1,
  currency: 'usd',
  status: 'succeeded',
  metadata: { intent_id: intentId },
})

/** A processor whose list of refunds has these pages; it remembers after which object each was asked for. */
function pagesOf(pages: readonly unknown[]) {
  const after: unknown[] = []
  const processor: StripeProcessor = {
    send: async ({ params }, { read }) => {
      const page = pages[after.length]
      after.push('starting_after' in params ? params.starting_after : undefined)
      const facts = page === undefined ? undefined : read(page)
      return facts === undefined ? outcomeOf(undefined) : { result: 'done', facts }
    },
  }
  return { processor, after }
}

const list = refundsOf('pi_1', 'acct_1')
const first = { data: [refund('re_1', 'i1'), refund('re_2', 'i2')], has_more: true }
const second = { data: [refund('re_3', 'i3')], has_more: false }

describe('a look-up of an intent', () => {
  test('finds its object on a later page', async () => {
    const { processor, after } = pagesOf([first, second])
    expect(await lookUp(processor, list, { intentId: 'i3', read: readRefund })).toMatchObject({ result: 'found', facts: { id: 're_3' } })
    expect(after).toEqual([undefined, 're_2'])
  })

  test('is certain that there is none only after the last page', async () => {
    expect(await lookUp(pagesOf([first, second]).processor, list, { intentId: 'i9', read: readRefund })).toEqual({ result: 'absent' })
    expect(await lookUp(pagesOf([first]).processor, list, { intentId: 'i9', read: readRefund })).toMatchObject({ result: 'unknown' })
  })

  test('returns every object of a list in its order', async () => {
    const all = await listAll(pagesOf([first, second]).processor, list, readRefund)
    expect(all.result === 'done' && all.facts.map(({ id }) => id)).toEqual(['re_1', 're_2', 're_3'])
  })
})
