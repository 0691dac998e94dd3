import { describe, expect, test } from 'vitest'
import { withPoint } from './decimal-comma.ts'

describe('a typed number', () => {
  test.each([
    ['12,50', '12.50'],
    [',5', '.5'],
    ['12.50', '12.50'],
    ['12', '12'],
  ])('of %s is read as %s', (typed, read) => {
    expect(withPoint(typed)).toBe(read)
  })

  test.each(['1.234,50', '1,234.50', '1,234,567', '', 'a lot'])('of %j stays as it is', (typed) => {
    expect(withPoint(typed)).toBe(typed)
  })
})
