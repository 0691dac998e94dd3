import { expect, test } from 'vitest'
import { lightningExportAddress, readLightningFilters } from './filters.ts'

test('the export of Lightning payments has the filters of the list, and not its place', () => {
  const filters = readLightningFilters({ q: 'beans', wallet: 'main', direction: 'outgoing', from: '2026-10-01', cursor: 'x', other: 'y' })
  expect(lightningExportAddress('b1', filters)).toBe(
    '/portal/lightning-payments.csv?business_id=b1&q=beans&wallet_id=main&direction=outgoing&date_from=2026-10-01',
  )
})
