import { afterAll, beforeAll, expect, test } from 'vitest'
import { GAS_AIM_PER_TOKEN_ITEM, measureFlushGas } from '../measure-gas.ts'
import { expectedFlushGas } from '../../src/evm/fees/expected-flush-gas.ts'
import { type GasFork, type GasSchedule, gasSchedules } from '../../src/evm/fees/gas-schedules.ts'
import { mostGas } from '../../src/evm/fees/most-gas.ts'
import { type AnvilProcess, startAnvil } from './anvil-process.ts'

let anvil: AnvilProcess
let rows: Awaited<ReturnType<typeof measureFlushGas>>

beforeAll(async () => {
  anvil = await startAnvil(1)
  rows = await measureFlushGas(anvil.rpcUrl)
})
afterAll(() => anvil.stop())

/** What a flush costs more where the platform's account and its slot are new too, which they are not. */
const OWN_ACCOUNT_GAS = { osaka: 25_000 + 17_100, chicago: 25_000 + 17_940, amsterdam: 192_600 + 97_920 } as const
const forks = Object.entries(gasSchedules) as [GasFork, GasSchedule][] // Object.entries forgets the type of the keys.
const USDC = `0x${'11'.repeat(20)}` as const
// The contract rejects a batch with less per item.
const CONTRACT_ITEM_GAS = 200_000
// Paid before the contract runs: the transaction, and the calldata of one item.
const INTRINSIC_GAS = 22_000

test('a USDC forward in a batch of 50 stays within the gas limit, and native coin below it; under the prices of no fork does a forward cost more than it is judged by', () => {
  const gasOf = (title: string) => rows.find((row) => row.title === title)?.gasPerItem
  expect(gasOf('USDC, batch of 50')).toBeLessThanOrEqual(GAS_AIM_PER_TOKEN_ITEM)
  expect(gasOf('native coin, batch of 50')).toBeLessThanOrEqual(50_000)
  for (const { title, gasIn, items } of rows) {
    const token = title.startsWith('USDC') ? USDC : null
    const isNew = title.endsWith('held neither')
    for (const [fork, gas] of forks) {
      const used = gasIn[fork] - (isNew ? OWN_ACCOUNT_GAS[fork] : 0)
      const judged = {
        most: used <= Number(mostGas(gas, token, { owner: 'payment', payees: 2 })),
        limit: gasIn[fork] <= Number(gas.item.flush),
      }
      const expected = isNew || used * items <= Number(expectedFlushGas(gas, token, items))
      expect([title, fork, judged, expected]).toEqual([title, fork, { most: true, limit: true }, true])
    }
  }
})

test('at the prices of Polygon the most expensive honest flush still fits into what the contract demands of an item', () => {
  const dearest = Math.max(...rows.map(({ gasIn }) => gasIn.chicago))
  expect(dearest - INTRINSIC_GAS).toBeLessThan(CONTRACT_ITEM_GAS * 0.95)
})
