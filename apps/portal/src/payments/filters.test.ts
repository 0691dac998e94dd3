import { expect, test } from 'vitest'
import { exportAddress, filterInput, readFilters } from './filters.ts'

const filters = {
  q: '6f1c',
  status: 'expired,failed',
  asset: 'BTC',
  exception: 'late',
  from: '2026-10-01',
  to: '2026-10-31',
  min: '5',
  max: '10',
}

test('filters are read from an address, other parameters are skipped', () => {
  expect(readFilters({ ...filters, min: 5, cursor: 'c1', page: 3 })).toEqual({ ...filters, cursor: 'c1' })
  expect(readFilters({ q: '', status: ['expired'], from: null })).toEqual({})
})

test('filters become the input of the list, lists split and the cursor left to the page', () => {
  expect(filterInput('b1', { ...filters, cursor: 'c1' })).toEqual({
    businessId: 'b1',
    q: '6f1c',
    statuses: ['expired', 'failed'],
    assets: ['BTC'],
    exceptions: ['late'],
    dateFrom: '2026-10-01',
    dateTo: '2026-10-31',
    minUsd: '5',
    maxUsd: '10',
  })
  expect(filterInput('b1', {})).toEqual({ businessId: 'b1' })
})

test('the export has the address of the same payments', () => {
  expect(exportAddress('b1', { status: 'expired,failed', min: '5', q: 'a b&c', cursor: 'c1' })).toBe(
    '/portal/payments.csv?business_id=b1&q=a+b%26c&statuses=expired&statuses=failed&min_usd=5',
  )
})
