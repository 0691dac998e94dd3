import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findInvoiceNumber, findRegisterFaults, formatInvoiceNumber, nextNumber } from './invoice-number.ts'

test('a number is written without padding and read back', () => {
  expect(formatInvoiceNumber(42)).toBe('INV-42')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (number) => {
      expect(findInvoiceNumber(formatInvoiceNumber(number))).toBe(number)
    }),
  )
  expect(['INV-0', 'INV-042', 'inv-42', 'INV-', 'INV-4.2', '42', 'INV-42 '].map(findInvoiceNumber)).toEqual(Array(7).fill(undefined))
})

test('numbers that are taken one after the other leave no gap, whatever becomes of their drafts', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('used', 'void')), (statuses) => {
      let last = 0
      const register = statuses.map((status) => ({ status, number: (last = nextNumber(last)) }))
      expect(findRegisterFaults(register)).toEqual([])
    }),
  )
})

test('a register with a gap or a double number names the numbers', () => {
  expect(findRegisterFaults([1, 2, 4, 4, 6].map((number) => ({ number })))).toEqual([3, 4, 5])
  expect(findRegisterFaults([{ number: 0 }, { number: 1 }])).toEqual([0])
})
