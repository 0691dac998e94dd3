import { expect, test } from 'vitest'
import { figuresOf, numberIn } from './figures-of.ts'

const cellsOf = (head: readonly string[], ...rows: readonly (readonly string[])[]) =>
  [...figuresOf({ head, rows })].map(([name, { cell }]) => [name, cell])

test.each([
  ['1865', 1865],
  ['0.65 ×', 0.65],
  ['21 ms', 21],
  ['100 000', 100_000],
  ['20,000', 20_000],
  ['0.6 (9)', 0.6],
  ['–', undefined],
  ['8000–14000, –20000', undefined],
  ['329 MiB → 343 MiB', undefined],
  ['', undefined],
])('the number in the cell %j is %j', (cell, value) => {
  expect(numberIn(cell)).toBe(value)
})

test('a figure is named by its row and its column', () => {
  expect(cellsOf(['route', 'per second', 'p99'], ['get', '1207', '161 ms'], ['list', '158', '901 ms'])).toEqual([
    ['get: per second', '1207'],
    ['get: p99', '161 ms'],
    ['list: per second', '158'],
    ['list: p99', '901 ms'],
  ])
})

test('a row is named by its leading texts, and cells without a number are left out', () => {
  expect(cellsOf(['of', 'as', 'CPU', 'heap'], ['token', 'file', '0.21 ms', '1 MiB → 2 MiB'], ['coin', '–', '0.11 ms', '–'])).toEqual([
    ['token, file: CPU', '0.21 ms'],
    ['coin: CPU', '0.11 ms'],
  ])
})

test('a row that begins with a count is named by it, and one that begins with a measurement has no name', () => {
  expect(cellsOf(['payments', 'p50'], ['400', '54 ms'])).toEqual([['400: p50', '54 ms']])
  expect(cellsOf(['p50', 'p95'], ['113 ms', '327 ms'])).toEqual([
    ['p50', '113 ms'],
    ['p95', '327 ms'],
  ])
})

test('columns with the same name are told apart by their order', () => {
  expect(cellsOf(['work', 'at 100', 'CPU', 'at 100'], ['list', '2.0 ms', '0.5 ms', '12'])).toEqual([
    ['list: at 100', '2.0 ms'],
    ['list: CPU', '0.5 ms'],
    ['list: at 100 (2)', '12'],
  ])
})
