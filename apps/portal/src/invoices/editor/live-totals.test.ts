import { expect, test } from 'vitest'
import { emptyItem, type ItemValues } from './invoice-values.ts'
import { liveTotals } from './live-totals.ts'

const item = (values: Partial<ItemValues>): ItemValues => ({ ...emptyItem(), description: 'Coffee', ...values })

test('the sums of typed lines are those of the invoice, with a decimal comma too', () => {
  const items = [item({ quantity: '3', unitAmount: '33,33', taxRate: '19' }), item({ quantity: '0.5', unitAmount: '10.01', taxRate: '7' })]
  expect(liveTotals(items, 'EUR')).toMatchObject({
    lineNetsMinor: [9_999n, 501n],
    netMinor: 10_500n,
    taxMinor: 1_935n,
    totalMinor: 12_435n,
  })
})

test('a line that is not complete counts nothing', () => {
  expect(liveTotals([item({}), item({ unitAmount: 'a lot' }), item({ unitAmount: '5', taxRate: '' })], 'EUR').totalMinor).toBe(500n)
})

test('a price that is finer than its currency counts nothing', () => {
  expect(liveTotals([item({ unitAmount: '0.5' })], 'JPY').totalMinor).toBe(0n)
})
