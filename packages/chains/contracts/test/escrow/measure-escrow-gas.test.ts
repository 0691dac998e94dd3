import { afterAll, beforeAll, expect, test } from 'vitest'
import { GAS_AIM_PER_SETTLEMENT, GAS_AIM_PER_RELEASE, measureEscrowGas } from '../../measure-escrow-gas.ts'
import { mostGas } from '../../../src/evm/fees/most-gas.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'

let anvil: AnvilProcess

beforeAll(async () => {
  anvil = await startAnvil(1)
})
afterAll(() => anvil.stop())

const most = (isToken: boolean, payees: number) => Number(mostGas(isToken ? `0x${'11'.repeat(20)}` : null, { owner: 'escrow', payees }))

test('a USDC release in a batch of 20 and the most expensive settlement stay within their gas limits, and none costs more than it is judged by', async () => {
  const rows = await measureEscrowGas(anvil.rpcUrl)
  expect(rows.find(({ title }) => title === 'batch of 20 releases by signature')?.usdcGas).toBeLessThanOrEqual(GAS_AIM_PER_RELEASE)
  const settlements = rows.filter(({ title }) => title !== 'deployment of the factory')
  const largest = Math.max(...settlements.flatMap(({ nativeGas = 0, usdcGas = 0 }) => [nativeGas, usdcGas]))
  expect(largest).toBeLessThanOrEqual(GAS_AIM_PER_SETTLEMENT)
  for (const { title, nativeGas = 0, usdcGas = 0 } of settlements) {
    const payees = /refund|late/.test(title) ? 1 : 3
    expect([title, nativeGas <= most(false, payees), usdcGas <= most(true, payees)]).toEqual([title, true, true])
  }
})
