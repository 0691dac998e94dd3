import { afterAll, beforeAll, expect, test } from 'vitest'
import { GAS_AIM_PER_TOKEN_ITEM, measureFlushGas } from '../measure-gas.ts'
import { mostGas } from '../../src/evm/fees/most-gas.ts'
import { type AnvilProcess, startAnvil } from './anvil-process.ts'

let anvil: AnvilProcess

beforeAll(async () => {
  anvil = await startAnvil(1)
})
afterAll(() => anvil.stop())

/** What a flush costs more where the platform's account is new too, which it is not. */
const OWN_ACCOUNT_GAS = 25_000 + 17_100

test('a USDC forward in a batch of 50 stays within the gas limit, and native coin below it; no forward costs more than it is judged by', async () => {
  const rows = await measureFlushGas(anvil.rpcUrl)
  const gasOf = (title: string) => rows.find((row) => row.title === title)?.gasPerItem
  expect(gasOf('USDC, batch of 50')).toBeLessThanOrEqual(GAS_AIM_PER_TOKEN_ITEM)
  expect(gasOf('native coin, batch of 50')).toBeLessThanOrEqual(50_000)
  const most = (isToken: boolean) => Number(mostGas(isToken ? `0x${'11'.repeat(20)}` : null, { owner: 'payment', payees: 2 }))
  for (const { title, gasPerItem } of rows) {
    const gas = gasPerItem - (title.endsWith('held neither') ? OWN_ACCOUNT_GAS : 0)
    expect([title, gas <= most(title.startsWith('USDC'))]).toEqual([title, true])
  }
})
