import { type Address, encodeDeployData, encodeFunctionData, getAddress, type Hex, keccak256, pad, slice } from 'viem'
import { gasSchedules } from '../src/evm/fees/gas-schedules.ts'
import { depositAddress, type DepositTerms, encodeFlush, encodeFlushMany, flushGasLimit } from '../src/evm/flush/deposit-factory.ts'
import { testUsdcAbi, testUsdcInitCode } from '../src/evm/generated/test-contracts.ts'
import { type GasInFork, gasInEachFork, readGasUses } from './gas-uses.ts'
import { type Anvil, deploy, installFactory, OPERATOR, openAnvil, send, sendAll } from './anvil-chain.ts'

/** Cost of one kind of flush. Gas includes the transaction's own 21 000, shared by its items. */
export interface GasRow {
  readonly title: string
  readonly items: number
  readonly gasPerItem: number
  readonly gas: number
  /** Gas per item under the prices of each fork. */
  readonly gasIn: GasInFork
  /** Cost of the same payment with a deposit key: gas top-up (for tokens), merchant leg and fee leg. */
  readonly gasWithKeys: number
}

interface GasCase {
  readonly title: string
  readonly asset: 'token' | 'native' | 'both'
  readonly items: number
  readonly merchants: 'one' | 'many' | 'fresh'
  readonly single?: true
}

interface Bench {
  readonly chain: Anvil
  readonly factory: Address
  readonly usdc: Address
}

// Measured once with key-holding accounts on anvil; batching does not make them cheaper.
const GAS_WITH_KEYS = { token: 84_380, native: 42_000, both: 126_380 } as const

/** Maximum gas per USDC forward in a batch of 50. */
export const GAS_AIM_PER_TOKEN_ITEM = 53_000

const cases: readonly GasCase[] = [
  { title: 'USDC, one flush', asset: 'token', items: 1, merchants: 'one', single: true },
  { title: 'USDC, batch of 10', asset: 'token', items: 10, merchants: 'one' },
  { title: 'USDC, batch of 50', asset: 'token', items: 50, merchants: 'one' },
  { title: 'USDC, batch of 50, each its own merchant', asset: 'token', items: 50, merchants: 'many' },
  { title: 'native coin, one flush', asset: 'native', items: 1, merchants: 'one', single: true },
  { title: 'native coin, batch of 10', asset: 'native', items: 10, merchants: 'one' },
  { title: 'native coin, batch of 50', asset: 'native', items: 50, merchants: 'one' },
  { title: 'native coin, batch of 50, each its own merchant', asset: 'native', items: 50, merchants: 'many' },
  { title: 'USDC and native coin to accounts that held neither', asset: 'both', items: 1, merchants: 'fresh', single: true },
]

const PAYMENT_UNITS = 10_000_000n
const HELD_UNITS = 1_000_000n
const FEE_BPS = 100

/**
 * Measures the gas of flushes on an anvil node, with merchants and fee receiver that already hold the asset unless the title says
 * otherwise.
 * @throws {Error} when a flush leaves a balance.
 */
export async function measureFlushGas(rpcUrl: string): Promise<GasRow[]> {
  const chain = await openAnvil(rpcUrl)
  const usdc = await deploy(chain, encodeDeployData({ abi: testUsdcAbi, bytecode: testUsdcInitCode, args: [OPERATOR] }))
  const bench = { chain, factory: await installFactory(chain), usdc }
  const rows: GasRow[] = []
  for (const gasCase of cases) rows.push(await measure(bench, gasCase))
  return rows
}

async function measure(bench: Bench, gasCase: GasCase): Promise<GasRow> {
  const items = Array.from({ length: gasCase.items }, (_, index) => termsOf(gasCase, index))
  if (gasCase.merchants !== 'fresh') await fund(bench, recipientsOf(items), { units: HELD_UNITS, asset: 'both' })
  const deposits = items.map((terms) => depositAddress(bench.factory, terms))
  await fund(bench, deposits, { units: PAYMENT_UNITS, asset: gasCase.asset })
  const token = gasCase.asset === 'native' ? null : bench.usdc
  const [first] = items
  const data = gasCase.single && first ? encodeFlush(first, token) : encodeFlushMany(items, token)
  const newAccounts = (await countNew(bench.chain, recipientsOf(items), gasCase)) + (gasCase.asset === 'token' ? items.length : 0)
  const call = { to: bench.factory, data, gas: flushGasLimit(gasSchedules.osaka, items.length) }
  const uses = await readGasUses(bench.chain, call, newAccounts)
  const receipt = await send(bench.chain, call)
  await checkEmpty(bench, deposits)
  const gas = Number(receipt.gasUsed)
  return {
    title: gasCase.title,
    items: items.length,
    gasPerItem: Math.round(gas / items.length),
    gas,
    gasIn: gasInEachFork(gas, { uses, items: items.length }),
    gasWithKeys: GAS_WITH_KEYS[gasCase.asset],
  }
}

function termsOf({ title, merchants }: GasCase, index: number): DepositTerms {
  const merchant = accountOf(merchants === 'one' ? 'merchant' : `${title} ${index}`)
  // An id is a UUID: 16 bytes, padded to the salt's 32.
  const id = pad(slice(hashOf(`${title} ${index}`), 16))
  return { id, merchant, feeReceiver: accountOf(merchants === 'fresh' ? 'fresh fee' : 'fee'), feeBps: FEE_BPS }
}

const recipientsOf = (items: readonly DepositTerms[]) => [...new Set(items.flatMap(({ merchant, feeReceiver }) => [merchant, feeReceiver]))]

const hashOf = (text: string): Hex => keccak256(new TextEncoder().encode(text))

const accountOf = (text: string): Address => getAddress(`0x${hashOf(text).slice(26)}`)

/** Recipients that get coins and had no account. */
async function countNew(chain: Anvil, recipients: readonly Address[], { asset }: GasCase): Promise<number> {
  if (asset === 'token') return 0
  const balances = await Promise.all(recipients.map((address) => chain.getBalance({ address })))
  return balances.filter((balance) => balance === 0n).length
}

async function fund({ chain, usdc }: Bench, accounts: readonly Address[], { units, asset }: { units: bigint; asset: GasCase['asset'] }) {
  const mints = accounts.map((to) => ({
    to: usdc,
    data: encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [to, units] }),
  }))
  if (asset !== 'native') await sendAll(chain, mints)
  if (asset !== 'token') for (const address of accounts) await chain.setBalance({ address, value: units })
}

async function checkEmpty({ chain, usdc }: Bench, deposits: readonly Address[]): Promise<void> {
  for (const address of deposits) {
    const token = await chain.readContract({ abi: testUsdcAbi, address: usdc, functionName: 'balanceOf', args: [address] })
    const native = await chain.getBalance({ address })
    if (token + native !== 0n) throw new Error(`${address} still holds ${token} units of the token and ${native} wei.`)
  }
}
