import { afterAll, beforeAll, expect, test } from 'vitest'
import { GAS_AIM_PER_TOKEN_ITEM, measureFlushGas } from '../measure-gas.ts'
import { type AnvilProcess, startAnvil } from './anvil-process.ts'

let anvil: AnvilProcess

beforeAll(async () => {
  anvil = await startAnvil(1)
})
afterAll(() => anvil.stop())

test('a USDC forward in a batch of 50 stays within the gas limit, and native coin below it', async () => {
  const rows = await measureFlushGas(anvil.rpcUrl)
  const gasOf = (title: string) => rows.find((row) => row.title === title)?.gasPerItem
  expect(gasOf('USDC, batch of 50')).toBeLessThanOrEqual(GAS_AIM_PER_TOKEN_ITEM)
  expect(gasOf('native coin, batch of 50')).toBeLessThanOrEqual(50_000)
})
