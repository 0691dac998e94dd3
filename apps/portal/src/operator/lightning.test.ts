import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { type Outputs, queryClient, trpc } from '../trpc.ts'
import { OperatorLightningPage } from './lightning.tsx'

afterEach(() => queryClient.clear())

const send: Outputs['operator']['lightning']['sends'][number] = {
  id: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
  business_name: 'Kestrel',
  wallet_id: 'main',
  payment_hash: 'ab'.repeat(32),
  amount_sats: 1_000,
  reserve_sats: 10,
  calls: 1,
  problem: 'in_flight',
  since: '2027-01-01T00:00:00.000Z',
  next_look_at: null,
  temporal_url: null,
}
const node = { funds: null, owed_sats: 0, cap_sats: 1, is_short: false, is_over_cap: false, open_invoices: 0, channels: [] }
const shown = (open_sends: number): string => {
  queryClient.setQueryData(trpc.operator.lightning.queryKey(), { ...node, open_sends, sends: [send] })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, createElement(OperatorLightningPage)))
}

test('the page counts every send without an end, and says when it shows the oldest alone', () => {
  expect(shown(1_251)).toMatch(/<span class="count">1,251<\/span>.*The oldest 1 are shown/)
  expect(shown(1)).toMatch(/<span class="count">1<\/span>/)
  expect(shown(1)).not.toContain('are shown')
})
