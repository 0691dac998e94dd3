import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sendColumns } from './lightning-columns.tsx'

const send = {
  id: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
  business_name: 'Kestrel',
  wallet_id: 'main',
  payment_hash: 'ab'.repeat(32),
  amount_sats: 1_000,
  reserve_sats: 10,
  since: '2027-01-01T00:00:00.000Z',
  next_look_at: null,
  temporal_url: null,
}
const lastAnswer = (of: { calls: number; problem: string | null }): string => {
  const column = sendColumns.find(({ id }) => id === 'problem')
  return renderToStaticMarkup(createElement(Fragment, null, column?.cell({ ...send, ...of })))
}

test('a send without an end shows what stands in its way, also before it was given to the node', () => {
  expect(lastAnswer({ calls: 0, problem: 'paused:lightning' })).toContain('paused:lightning')
  expect(lastAnswer({ calls: 1, problem: 'in_flight' })).toContain('in_flight')
  expect(lastAnswer({ calls: 0, problem: null })).toContain('not given to the node yet')
  expect(lastAnswer({ calls: 1, problem: null })).toContain('no end yet')
})
