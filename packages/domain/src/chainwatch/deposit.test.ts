import { expect, test } from 'vitest'
import { confirmationsAt } from './deposit.ts'

test('the block that holds a deposit is its first confirmation; a block ahead of the head has none', () => {
  expect([98, 99, 100, 101, 105].map((head) => confirmationsAt(100, head))).toEqual([0, 0, 1, 2, 6])
})
