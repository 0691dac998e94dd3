import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine, paymentsCsvHead, presentCsvLine } from './csv.ts'

describe('csvLine', () => {
  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+SUM(A1)', "'+SUM(A1)"],
    ['-cmd', "'-cmd"],
    ['@import', "'@import"],
    ['\tcell', "'\tcell"],
    ['\rcell', '"\'\rcell"'],
    ['-12.50', '-12.50'],
    ['-1+1', "'-1+1"],
    ['0.00041667', '0.00041667'],
    ['', ''],
  ])('writes %j as %j', (cell, written) => expect(csvLine([cell])).toBe(`${written}\r\n`))

  test('leaves no text that a spreadsheet would calculate', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const shown = csvLine([text]).replace(/^"/, '')
        expect(/^[=+\-@\t\r]/.test(shown) && !/^-?\d+(?:\.\d+)?\r\n$/.test(shown) && shown !== '\r\n').toBe(false)
      }),
    )
  })

  test('keeps the number of cells and lines, whatever the texts contain', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), (cells) => {
        const unquoted = csvLine(cells).replaceAll(/"(?:[^"]|"")*"/g, 'x')
        expect([unquoted.split(',').length, unquoted.split('\r\n').length]).toEqual([cells.length, 2])
      }),
    )
  })
})

test('a line has the rate of its payment, and the values of its amounts in the currency of the payment', () => {
  const none = { createdAt: new Date(0), confirmedAt: null, forwardedAt: null, exceptions: [], metadata: {} }
  const amounts = {
    receivedUnits: 12_345_678n,
    merchantUnits: 12_222_222n,
    feeUnits: 123_456n,
    networkFeeUnits: 0n,
    dueUnits: 12_345_678n,
    refundedUnits: 0n,
  }
  const payment = { ...none, ...amounts, id: 'p1', asset: 'BTC', currency: 'EUR', fiatMinor: 740_740n, usdCents: 800_000n }
  // The members that a line reads.
  const exported = { payment, quote: { rate: { digits: 600_005n, scale: 1 } } } as unknown as Parameters<typeof presentCsvLine>[0]
  const cells = presentCsvLine(exported).split(',')
  const cellOf = (name: string) => cells[paymentsCsvHead.replace('\uFEFF', '').trim().split(',').indexOf(name)]
  expect(['exchange_rate', 'value_received', 'value_merchant', 'value_fee', 'currency'].map(cellOf)).toEqual([
    '60000.5',
    '7407.46',
    '7333.39',
    '74.07',
    'EUR',
  ])
})
