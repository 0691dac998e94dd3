import { afterAll, beforeAll, expect, test } from 'vitest'
import { GAS_AIM_OF_DEAREST, GAS_AIM_PER_RELEASE, measureEscrowGas } from '../../measure-escrow-gas.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'

let anvil: AnvilProcess

beforeAll(async () => {
  anvil = await startAnvil(1)
})
afterAll(() => anvil.stop())

test('a USDC release in a batch of 20 stays within the gas limit, and the dearest settlement far below what the contract asks for', async () => {
  const rows = await measureEscrowGas(anvil.rpcUrl)
  expect(rows.find(({ title }) => title === 'batch of 20 releases by signature')?.usdcGas).toBeLessThanOrEqual(GAS_AIM_PER_RELEASE)
  const settlements = rows.filter(({ title }) => title !== 'deployment of the factory')
  const dearest = Math.max(...settlements.flatMap(({ nativeGas = 0, usdcGas = 0 }) => [nativeGas, usdcGas]))
  expect(dearest).toBeLessThanOrEqual(GAS_AIM_OF_DEAREST)
})
