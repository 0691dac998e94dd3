import { expect, test } from 'vitest'
import { readEscrowFilters } from '../../escrows/filters.ts'
import { nextOffset, pageAt, readListFilters } from './list-filters.ts'

test('filters come from the address, and other parameters are skipped', () => {
  expect(readEscrowFilters({ q: 12_345_678, status: 'funded', offset: 50, days: 7 })).toEqual({
    q: '12345678',
    status: 'funded',
    offset: '50',
  })
  expect(readListFilters({ q: 'x', status: '', offset: undefined })).toEqual({})
})

test('a page begins where its address says', () => {
  expect(pageAt(undefined)).toEqual({ limit: 50 })
  expect(pageAt('100')).toEqual({ limit: 50, offset: '100' })
})

test.each([
  [0, 51, '50'],
  [0, 50, undefined],
  [50, 101, '100'],
  [100, 101, undefined],
])('behind row %i of %i the next page begins at %s', (offset, total, next) => {
  expect(nextOffset({ offset, limit: 50, total })).toBe(next)
})
