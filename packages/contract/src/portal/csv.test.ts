import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine } from './csv.ts'

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
