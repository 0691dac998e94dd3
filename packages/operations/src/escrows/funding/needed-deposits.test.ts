import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neededDeposits } from './needed-deposits.ts'

const sum = (deposits: readonly { units: bigint }[]): bigint => deposits.reduce((total, { units }) => total + units, 0n)

test('the needed deposits reach the amount, none of them can be omitted, and none are chosen when all are too little', () => {
  const deposit = fc.record({ id: fc.uuid(), units: fc.bigInt({ min: 1n, max: 1_000n }) })
  fc.assert(
    fc.property(fc.array(deposit, { maxLength: 20 }), fc.bigInt({ min: 1n, max: 5_000n }), (deposits, amount) => {
      const needed = neededDeposits(deposits, amount)
      const [reached, without] = [sum(needed ?? deposits), sum(needed?.slice(0, -1) ?? [])]
      expect([reached >= amount, without < amount]).toEqual([needed !== undefined, true])
    }),
  )
})

test('dust beside a whole deposit is not needed', () => {
  const whole = { id: 'whole', units: 100_000n }
  const dust = Array.from({ length: 50 }, (_, at) => ({ id: `dust${at}`, units: 600n }))
  expect(neededDeposits([...dust, whole], 100_000n)).toEqual([whole])
})
