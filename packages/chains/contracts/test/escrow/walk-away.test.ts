import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  createWalletClient,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  http,
  parseAbiItem,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { OUTCOME_CODES } from '@gateway/domain/escrows/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EscrowTerms, toEscrowTuple } from '../../../src/evm/escrow/escrow-terms.ts'
import { plainTokenInitCode } from '../../../src/evm/generated/test-contracts.ts'
import { awaitReceipt, deploy } from '../../anvil-chain.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { ASSETS, assetOf, createEscrowFixture, type EscrowFixture, tokenOf } from './fixture.ts'

let anvil: AnvilProcess
let on: EscrowFixture

/** An account that is no party of any escrow. */
const helper = privateKeyToAccount(generatePrivateKey())

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createEscrowFixture(anvil.chain)
  await on.chain.setBalance({ address: helper.address, value: 10n ** 18n })
})
afterAll(() => anvil.stop())

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/escrow-contract.md'), 'utf8')
const lines = [...page.matchAll(/^```sh\n(?<block>[\s\S]*?)^```$/gm)].flatMap(({ groups }) => groups?.['block']?.trim().split('\n') ?? [])

/** The commands of the page, by purpose. */
const commands = {
  check: 'cast call $FACTORY "addressOf($T)(address)" "$TERMS"',
  fits: 'cast call $FACTORY "releaseHash(bytes32,bytes32)(bytes32)" $ID 0x${RELEASE_TOKEN#esc_}',
  state: 'cast call $FACTORY "stateOf(address)(uint8)" $ESCROW',
  release: 'cast send $FACTORY "settle($T,uint8,bytes)" "$TERMS" 1 0x${RELEASE_TOKEN#esc_}',
  takeBack: 'cast send $FACTORY "settle($T,uint8,bytes)" "$TERMS" 2 0x',
  decide: 'cast send $FACTORY "settle($T,uint8,bytes)" "$TERMS" $OUTCOME_CODE $PROOF',
  retry: 'cast send $FACTORY "settle($T,uint8,bytes)" "$TERMS" 1 0x',
  flush: 'cast send $FACTORY "flush($T,address)" "$TERMS" $OTHER_TOKEN',
} as const

test('the page about escrows contains exactly the tested commands', () => {
  expect(new Set(lines.filter((line) => line.startsWith('cast ')))).toEqual(new Set(Object.values(commands)))
})

/** The slip as the variables of the page. */
function slipOf(terms: EscrowTerms): Record<string, string> {
  const spelled = Object.entries(toEscrowTuple(terms)).map(([name, value]) => {
    return [name.replaceAll(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase(), String(value)]
  })
  return { ...Object.fromEntries(spelled), FACTORY: on.factory, RELEASE_TOKEN: tokenOf(terms.id), ESCROW: on.at(terms) }
}

/** Runs a command of the page in bash with the slip in its variables; returns the words that cast receives. */
async function wordsOf(command: keyof typeof commands, env: Record<string, string>): Promise<readonly string[]> {
  const given = lines.filter((line) => /^(?:T|TERMS)=/.test(line))
  const cast = String.raw`cast() { printf '%s\0' "$@"; }`
  const { stdout } = await promisify(execFile)('bash', ['-euc', [cast, ...given, commands[command]].join('\n')], { env })
  return stdout.split('\0').slice(0, -1)
}

/** Executes the words as cast does: `call` returns a value, `send` the status of the transaction. */
async function cast([verb = '', to = '', signature = '', ...words]: readonly string[]): Promise<unknown> {
  const [, name, inputs, outputs] = /^(\w+)(\(.*?\))(?:\((\w+)\))?$/.exec(signature) ?? []
  const item = parseAbiItem(`function ${name}${inputs}${outputs === undefined ? '' : ` view returns (${outputs})`}`) as AbiFunction
  const args = item.inputs.map((input, index) => valueOf(input, words[index] ?? ''))
  const call = { to: to as Address, data: encodeFunctionData({ abi: [item], args }) }
  if (verb === 'call') {
    const { data = '0x' } = await on.chain.call(call)
    return decodeFunctionResult({ abi: [item], data })
  }
  const wallet = createWalletClient({ account: helper, chain: mainnet, transport: http(anvil.rpcUrl) })
  return (await awaitReceipt(on.chain, await wallet.sendTransaction(call))).status
}

function valueOf(input: AbiParameter, word: string): unknown {
  if ('components' in input) {
    const parts = word.slice(1, -1).split(',')
    return input.components.map((component, index) => valueOf(component, parts[index] ?? ''))
  }
  return input.type.startsWith('uint') ? BigInt(word) : (word as Hex)
}

const run = async (command: keyof typeof commands, terms: EscrowTerms, more: Record<string, string> = {}): Promise<unknown> =>
  cast(await wordsOf(command, { ...slipOf(terms), ...more }))

test.each(ASSETS)('a third party with slip and release token releases %s with the commands of the page', async (asset) => {
  const terms = await on.newTerms({ token: assetOf(on, asset) })
  expect([await run('check', terms), await run('fits', terms), await run('state', terms)]).toEqual([on.at(terms), terms.releaseHash, 0])
  await on.pay(terms)
  expect([await run('release', terms), await run('state', terms)]).toEqual(['success', 2])
  expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
})

test.each(ASSETS)('a third party with the slip refunds %s after the deadline and not before', async (asset) => {
  const terms = await on.funded({ token: assetOf(on, asset) })
  await expect(run('takeBack', terms)).rejects.toThrow(toFunctionSelector('BeforeDeadline()'))
  await on.waitForDeadline(terms)
  expect([await run('takeBack', terms), await run('state', terms)]).toEqual(['success', 3])
  expect(await on.holdings(terms)).toEqual([0n, 0n, 1_000_000n, 0n])
})

test.each([
  ['release', 2, [990_000n, 10_000n, 0n, 0n]],
  ['refund', 3, [0n, 0n, 1_000_000n, 0n]],
] as const)('a third party carries out a decision for %s that is shown and not sent', async (outcome, state, holdings) => {
  const terms = await on.funded()
  const env = { OUTCOME_CODE: String(OUTCOME_CODES[outcome]), PROOF: await on.sign(terms, outcome) }
  expect([await run('decide', terms, env), await run('state', terms)]).toEqual(['success', state])
  expect(await on.holdings(terms)).toEqual(holdings)
})

test('a third party with the slip returns other tokens and late native coin to the depositor', async () => {
  const terms = await on.funded({ token: on.usdc })
  const other = await deploy(on.chain, plainTokenInitCode)
  await on.mint(other, on.at(terms), 9n)
  await run('release', terms)
  expect(await run('flush', terms, { OTHER_TOKEN: other })).toBe('success')
  await on.pay(terms, 7n, null)
  expect(await run('flush', terms, { OTHER_TOKEN: zeroAddress })).toBe('success')
  expect([await on.held(other, terms.depositor), await on.held(null, terms.depositor)]).toEqual([9n, 7n])
})

test('a third party with the slip pays a recorded release that the token had rejected', async () => {
  const terms = await on.funded({ token: on.usdc })
  await on.setBlocked(terms.beneficiary, true)
  expect([await run('release', terms), await run('state', terms)]).toEqual(['success', 1])
  await on.setBlocked(terms.beneficiary, false)
  expect([await run('retry', terms), await run('state', terms)]).toEqual(['success', 2])
  expect(await on.holdings(terms)).toEqual([990_000n, 10_000n, 0n, 0n])
})
