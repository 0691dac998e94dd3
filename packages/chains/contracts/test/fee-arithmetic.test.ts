import { type Address, decodeFunctionResult, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feeProbeAbi, feeProbeInitCode } from '../../src/evm/generated/test-contracts.ts'
import { deploy, OPERATOR } from '../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from './anvil-process.ts'
import { createFixture, type Fixture } from './fixture.ts'
import { nativeSamples, tokenSamples } from './fee-samples.ts'

/** Number of flushes that fit into the gas of one call. */
const PER_CALL = 100

let anvil: AnvilProcess
let on: Fixture
let probe: Address

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createFixture(anvil.chain)
  probe = await deploy(anvil.chain, feeProbeInitCode)
})
afterAll(() => anvil.stop())

test('the contract takes exactly the fee of the fee rule and pays the merchant the rest, for 10 000 random amounts', async () => {
  for (const { fees, ...taken } of tokenSamples(PER_CALL)) expect(await takenFees({ asset: 'token', ...taken })).toEqual(fees)
})

test('native coin is split by the same fee rule', async () => {
  for (const { fees, ...taken } of nativeSamples(PER_CALL)) expect(await takenFees({ asset: 'native', ...taken })).toEqual(fees)
})

async function takenFees({ asset, amounts, feeBps }: { asset: 'token' | 'native'; amounts: readonly bigint[]; feeBps: number }) {
  const functionName = asset === 'token' ? 'tokenFees' : 'nativeFees'
  const value = asset === 'native' ? amounts.reduce((sum, amount) => sum + amount, 0n) : 0n
  const args = [on.factory, { ...on.terms(), feeBps: BigInt(feeBps) }, amounts] as const
  const input = encodeFunctionData({ abi: feeProbeAbi, functionName, args })
  const { data = '0x' } = await on.chain.call({ account: OPERATOR, to: probe, data: input, value, gas: 16_700_000n })
  return decodeFunctionResult({ abi: feeProbeAbi, functionName, data })
}
