import type { GasFork } from '../src/evm/fees/gas-schedules.ts'
import { type Hex, numberToHex } from 'viem'
import { type Anvil, type Call, OPERATOR } from './anvil-chain.ts'

/** What a transaction did that costs another amount of gas in another fork. */
export interface GasUses {
  /** First reads, and first writes, of a storage slot. */
  readonly coldLoads: number
  readonly coldWrites: number
  /** Slots that were zero and are not, that were not zero and changed, and writes of zero. */
  readonly sets: number
  readonly resets: number
  readonly clears: number
  /** Calls and other looks at accounts, each as if it were the first, and calls with coins. */
  readonly calls: number
  readonly valueCalls: number
  readonly creates: number
  /** Accounts that did not exist before: payees, and deposits without coins. */
  readonly newAccounts: number
}

type Difference = Readonly<Partial<Record<keyof GasUses, number>>>

/** What each use costs more than under Osaka, whose prices anvil has. */
const differences: Readonly<Record<GasFork, Difference>> = {
  osaka: {},
  // PIP-88: cold reads 2 100 → 5 460, cold writes 2 100 → 2 940, changes 2 900 → 2 060, refund of a cleared slot 4 800 → 3 960.
  chicago: { coldLoads: 3_360, coldWrites: 840, resets: -840, clears: 840 },
  // EIP-8037: 1 530 for each byte, 120 an account and 64 a slot. EIP-8038: cold accounts 2 600 → 3 000, writes of a slot 2 800 → 10 000 and of an account
  // 6 700 → 9 000; creating costs 12 000 and the account. Left out is what becomes cheaper: refunds, and the transaction itself (EIP-2780).
  amsterdam: {
    sets: 97_920 + 10_100 - 20_000,
    resets: 10_100 - 2_900,
    calls: 400,
    valueCalls: 2_300,
    creates: 12_000 - 32_000,
    newAccounts: 183_600 + 9_000 - 25_000,
  },
}

/** Gas under the prices of each fork. */
export type GasInFork = Readonly<Record<GasFork, number>>

/** The gas per item of a transaction under the prices of each fork, from what it used under those of Osaka. */
export const gasInEachFork = (gas: number, { uses, items }: { uses: GasUses; items: number }): GasInFork => ({
  osaka: Math.round(gas / items),
  chicago: Math.round((gas + sumOf(differences.chicago, uses)) / items),
  amsterdam: Math.round((gas + sumOf(differences.amsterdam, uses)) / items),
})

const sumOf = (difference: Difference, uses: GasUses): number =>
  Object.entries(difference).reduce((sum, [use, gas]) => sum + gas * uses[use as keyof GasUses], 0) // Its keys are those of the uses.

type Uses = readonly (keyof GasUses)[]

/** A step of `debug_traceCall`. */
interface Step {
  readonly op: string
  readonly gasCost: number
  readonly stack?: readonly Hex[]
}

// EIP-2929 with EIP-2200: a set costs 20 000, a change 2 900, a write without effect 100, and a first access of the slot 2 100 more.
const WRITES: ReadonlyMap<number, Uses> = new Map<number, Uses>([
  [22_100, ['coldWrites', 'sets']],
  [20_000, ['sets']],
  [5_000, ['coldWrites', 'resets']],
  [2_900, ['resets']],
  [2_200, ['coldWrites']],
])
const COLD_LOAD = 2_100
const LOOKS = ['STATICCALL', 'DELEGATECALL', 'BALANCE', 'EXTCODESIZE', 'EXTCODEHASH', 'SELFDESTRUCT']

const looked = (): Uses => ['calls']

/** What an operation uses, by its name. */
const operations = new Map<string, (step: Step) => Uses>([
  ['SLOAD', ({ gasCost }) => (gasCost === COLD_LOAD ? ['coldLoads'] : [])],
  ['SSTORE', ({ gasCost, stack }) => [...(WRITES.get(gasCost) ?? []), ...(argument(stack, 2) === 0n ? (['clears'] as const) : [])]],
  ['CREATE2', () => ['creates']],
  ['CALL', ({ stack }) => (argument(stack, 3) > 0n ? ['calls', 'valueCalls'] : ['calls'])],
  ...LOOKS.map((name) => [name, looked] as const),
])

/** An argument of an operation, the first of which lies on top. */
const argument = (stack: Step['stack'] = [], number: number): bigint => BigInt(stack.at(-number) ?? 0)

/** Counts what a call would use as the next transaction. */
export async function readGasUses(chain: Anvil, { to, data, gas = 0n }: Call, newAccounts: number): Promise<GasUses> {
  const call = { from: OPERATOR, to, data, gas: numberToHex(gas) }
  const params = [call, 'latest', { disableStorage: true, enableMemory: false }]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'debug_traceCall', params })
  // viem refuses answers of so many steps.
  const answer = await fetch(chain.transport.url ?? '', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { structLogs } = ((await answer.json()) as { result: { structLogs: readonly Step[] } }).result
  const uses = structLogs.flatMap((step) => operations.get(step.op)?.(step) ?? [])
  const count = (use: keyof GasUses): number => uses.filter((one) => one === use).length
  return {
    coldLoads: count('coldLoads'),
    coldWrites: count('coldWrites'),
    sets: count('sets'),
    resets: count('resets'),
    clears: count('clears'),
    calls: count('calls'),
    valueCalls: count('valueCalls'),
    creates: count('creates'),
    newAccounts,
  }
}
