import { expect, test } from 'vitest'
import { cardExportAddress, readCardFilters } from './filters.ts'

test('the export of card payments has the filters of the list, and not its place', () => {
  const filters = readCardFilters({
    q: 'A-1001',
    status: 'succeeded,refunded',
    kind: 'escrow',
    from: '2026-10-01',
    cursor: 'x',
    other: 'y',
  })
  expect(cardExportAddress('b1', filters)).toBe(
    '/portal/card-payments.csv?business_id=b1&q=A-1001&statuses=succeeded%2Crefunded&kind=escrow&date_from=2026-10-01',
  )
})
