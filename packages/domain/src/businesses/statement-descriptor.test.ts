import { expect, test } from 'vitest'
import { isStatementDescriptor } from './statement-descriptor.ts'

test.each(['KESTREL COFFEE', 'Shop1', 'A & B, BERLIN', '12345678901234567890AB'])('%s can stand on a card statement', (text) => {
  expect(isStatementDescriptor(text)).toBe(true)
})

test.each(['SHOP', '12345678901234567890ABC', '12345', 'SHOP*2', "MARA'S", 'A<B>C', 'A\\BCD', 'A"BCD', 'KÜCHE', ' SHOP ', ''])(
  '%j cannot stand on a card statement',
  (text) => {
    expect(isStatementDescriptor(text)).toBe(false)
  },
)
