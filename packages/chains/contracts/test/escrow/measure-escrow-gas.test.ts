import { afterAll, beforeAll, expect, test } from 'vitest'
import { GAS_AIM_PER_SETTLEMENT, GAS_AIM_PER_RELEASE, measureEscrowGas } from '../../measure-escrow-gas.ts'
import { type GasFork, type GasSchedule, gasSchedules } from '../../../src/evm/fees/gas-schedules.ts'
import { mostGas } from '../../../src/evm/fees/most-gas.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'

let anvil: AnvilProcess

beforeAll(async () => {
  anvil = await startAnvil(1)
})
afterAll(() => anvil.stop())

const forks = Object.entries(gasSchedules) as [GasFork, GasSchedule][] // Object.entries forgets the type of the keys.
const USDC = `0x${'11'.repeat(20)}` as const
// The contract rejects a settlement with less.
const CONTRACT_ITEM_GAS = 300_000

test('a USDC release in a batch of 20 and the most expensive settlement stay within their gas limits, and under the prices of no fork does one cost more than it is judged by', async () => {
  const rows = await measureEscrowGas(anvil.rpcUrl)
  expect(rows.find(({ title }) => title === 'batch of 20 releases by signature')?.usdcGas).toBeLessThanOrEqual(GAS_AIM_PER_RELEASE)
  const settlements = rows.filter(({ title }) => title !== 'deployment of the factory')
  const largest = Math.max(...settlements.flatMap(({ nativeGas = 0, usdcGas = 0 }) => [nativeGas, usdcGas]))
  expect(largest).toBeLessThanOrEqual(GAS_AIM_PER_SETTLEMENT)
  for (const { title, gasIn } of settlements) {
    const payees = /refund|late/.test(title) ? 1 : 3
    for (const { isToken, gas: used } of gasIn) {
      const above = forks.filter(([fork, gas]) => used[fork] > Number(mostGas(gas, isToken ? USDC : null, { owner: 'escrow', payees })))
      const beyond = forks.filter(([fork, gas]) => used[fork] > Number(gas.item.settlement))
      expect([title, isToken, above, beyond]).toEqual([title, isToken, [], []])
      expect(used.chicago).toBeLessThan(CONTRACT_ITEM_GAS * 0.9)
    }
  }
})
