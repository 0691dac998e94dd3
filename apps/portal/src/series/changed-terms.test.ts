import { expect, test } from 'vitest'
import { changedTerms } from './changed-terms.ts'

const start = { id: 's1', amount: '25.00', interval: 'weekly' } as const

test('what stayed as it was is not sent', () => {
  expect(changedTerms(start, start)).toEqual({ id: 's1' })
  expect(changedTerms(start, { ...start, interval: 'monthly' })).toEqual({ id: 's1', interval: 'monthly' })
  expect(changedTerms(start, { ...start, amount: '30' })).toEqual({ id: 's1', amount: '30' })
})
