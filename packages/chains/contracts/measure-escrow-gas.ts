import { type Address, encodeDeployData, encodeFunctionData, getAddress, type Hex, hexToBytes, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import { signDecision } from '../src/evm/escrow/decision.ts'
import {
  encodeEscrowFlush,
  encodeSettle,
  encodeSettleMany,
  NO_PROOF,
  type Settlement,
  settlementGasLimit,
} from '../src/evm/escrow/encode-settlement.ts'
import { gasSchedules } from '../src/evm/fees/gas-schedules.ts'
import { escrowAddress } from '../src/evm/escrow/escrow-address.ts'
import type { EscrowTerms } from '../src/evm/escrow/escrow-terms.ts'
import { releaseHash, releaseProof } from '../src/evm/escrow/release-hash.ts'
import { escrowFactoryInitCode } from '../src/evm/generated/escrow-contracts.ts'
import { revertingRecipientInitCode, testUsdcAbi, testUsdcInitCode } from '../src/evm/generated/test-contracts.ts'
import { type GasInFork, gasInEachFork, readGasUses } from './gas-uses.ts'
import { type Anvil, deploy, installEscrowFactory, OPERATOR, openAnvil, send, sendAll } from './anvil-chain.ts'

/** Gas of one kind of settlement per escrow, the transaction's own 21 000 included; undefined where an asset has no such case. */
export interface EscrowGasRow {
  readonly title: string
  readonly nativeGas: number | undefined
  readonly usdcGas: number | undefined
  /** Both under the prices of each fork. */
  readonly gasIn: readonly { readonly isToken: boolean; readonly gas: GasInFork }[]
}

interface EscrowCase {
  readonly title: string
  readonly exit: 'signature' | 'release_token' | 'deadline'
  readonly outcome: EscrowOutcome
  /** More than one are a batch. */
  readonly items?: number
  /** Depositor, beneficiary and fee receiver hold the asset already unless this says otherwise. */
  readonly parties?: 'new' | 'rejecting'
  readonly excessUnits?: bigint
  /** Native coin at the address of an escrow of a token. */
  readonly nativeUnits?: bigint
  readonly feeBps?: number
  readonly only?: 'native' | 'usdc'
}

interface Bench {
  readonly chain: Anvil
  readonly factory: Address
  /** Null for the native coin. */
  readonly token: Address | null
}

/** Maximum gas per USDC release in a batch of 20. */
export const GAS_AIM_PER_RELEASE = 95_000

/** Maximum gas of any single settlement: three quarters of the contract's minimum (`ITEM_GAS`). */
export const GAS_AIM_PER_SETTLEMENT = 225_000

const cases: readonly EscrowCase[] = [
  { title: 'release by signature', exit: 'signature', outcome: 'release' },
  { title: 'release by release token', exit: 'release_token', outcome: 'release' },
  { title: 'refund by signature', exit: 'signature', outcome: 'refund' },
  { title: 'refund after the deadline', exit: 'deadline', outcome: 'refund' },
  { title: 'batch of 20 releases by signature', exit: 'signature', outcome: 'release', items: 20 },
  { title: 'batch of 20 refunds by signature', exit: 'signature', outcome: 'refund', items: 20 },
  { title: 'batch of 50 releases by signature', exit: 'signature', outcome: 'release', items: 50 },
  { title: 'release with excess', exit: 'signature', outcome: 'release', excessUnits: 5n },
  { title: 'release without a fee', exit: 'signature', outcome: 'release', feeBps: 0 },
  { title: 'release to new accounts', exit: 'signature', outcome: 'release', parties: 'new' },
  {
    title: 'most expensive release: excess, two contracts that reject coin',
    exit: 'signature',
    outcome: 'release',
    parties: 'rejecting',
    excessUnits: 5n,
    only: 'native',
  },
  {
    title: 'most expensive release: excess, native coin, new accounts',
    exit: 'signature',
    outcome: 'release',
    parties: 'new',
    excessUnits: 5n,
    nativeUnits: 9n,
    only: 'usdc',
  },
]

const DECIDER_KEY = keccak256(toHex('decider'))
const AMOUNT_UNITS = 250_000_000n

/**
 * Measures the gas of settlements on an anvil node.
 * @throws {Error} when a settlement leaves a balance.
 */
export async function measureEscrowGas(rpcUrl: string): Promise<EscrowGasRow[]> {
  const chain = await openAnvil(rpcUrl)
  const usdc = await deploy(chain, encodeDeployData({ abi: testUsdcAbi, bytecode: testUsdcInitCode, args: [OPERATOR] }))
  const factory = await installEscrowFactory(chain)
  const native = { chain, factory, token: null }
  const token = { chain, factory, token: usdc }
  for (const account of ['depositor', 'beneficiary', 'fee receiver']) {
    await fund(native, accountOf(account), 1n)
    await fund(token, accountOf(account), 1n)
  }
  const rows: EscrowGasRow[] = []
  for (const each of cases) {
    const nativeGas = each.only === 'usdc' ? undefined : await measure(native, each)
    rows.push(rowOf(each.title, nativeGas, each.only === 'native' ? undefined : await measure(token, each)))
  }
  rows.push(rowOf('late deposit, flushed', await measureLate(native), await measureLate(token)))
  rows.push(...(await measureBlocked(token, usdc)))
  const { gasUsed } = await send(chain, { data: escrowFactoryInitCode })
  return [...rows, { title: 'deployment of the factory', nativeGas: Number(gasUsed), usdcGas: undefined, gasIn: [] }]
}

const rowOf = (title: string, native: GasInFork | undefined, usdc: GasInFork | undefined): EscrowGasRow => ({
  title,
  nativeGas: native?.osaka,
  usdcGas: usdc?.osaka,
  gasIn: [...(native ? [{ isToken: false, gas: native }] : []), ...(usdc ? [{ isToken: true, gas: usdc }] : [])],
})

async function measure(bench: Bench, each: EscrowCase): Promise<GasInFork> {
  const settlements: Settlement[] = []
  for (let index = 0; index < (each.items ?? 1); index += 1) settlements.push(await prepare(bench, each, index))
  const [first] = settlements
  const data = each.items === undefined && first ? encodeSettle(first) : encodeSettleMany(settlements)
  const gas = await gasOf(bench, data, settlements)
  for (const { terms } of settlements) await checkEmpty(bench, terms)
  return gas
}

async function prepare(bench: Bench, each: EscrowCase, index: number): Promise<Settlement> {
  const { chain, factory, token } = bench
  const seed = `${each.title} ${index}`
  // An id is a UUID: 16 bytes, padded to the salt's 32.
  const id: Hex = `0x${keccak256(toHex(seed)).slice(34).padStart(64, '0')}`
  const releaseToken = `esc_${keccak256(id).slice(2)}`
  const isNew = each.parties === 'new'
  const rejecting = async () => deploy(chain, revertingRecipientInitCode)
  const terms: EscrowTerms = {
    id,
    depositor: each.parties === 'rejecting' ? await rejecting() : accountOf(isNew ? `depositor ${seed}` : 'depositor'),
    beneficiary: accountOf(each.parties === undefined ? 'beneficiary' : `beneficiary ${seed}`),
    token,
    amountUnits: AMOUNT_UNITS,
    feeReceiver: each.parties === 'rejecting' ? await rejecting() : accountOf(isNew ? `fee receiver ${seed}` : 'fee receiver'),
    feeBps: each.feeBps ?? 100,
    decider: privateKeyToAccount(DECIDER_KEY).address,
    releaseHash: releaseHash(id, releaseToken),
    deadlineSeconds: each.exit === 'deadline' ? 1n : 4_000_000_000n,
    chainId: await chain.getChainId(),
  }
  const escrow = escrowAddress(factory, terms)
  await fund(bench, escrow, AMOUNT_UNITS + (each.excessUnits ?? 0n))
  if (each.nativeUnits !== undefined) await chain.setBalance({ address: escrow, value: each.nativeUnits })
  const decision = { factory, chainId: terms.chainId, escrow, outcome: each.outcome }
  const proofs = {
    signature: () => signDecision(decision, hexToBytes(DECIDER_KEY)),
    release_token: () => releaseProof(releaseToken),
    deadline: () => NO_PROOF,
  }
  return { terms, outcome: each.outcome, proof: await proofs[each.exit]() }
}

async function measureLate(bench: Bench): Promise<GasInFork> {
  const settlement = await prepare(bench, { title: `late ${bench.token}`, exit: 'signature', outcome: 'release' }, 0)
  await gasOf(bench, encodeSettle(settlement), [settlement])
  await fund(bench, escrowAddress(bench.factory, settlement.terms), 5n)
  const gas = await gasOf(bench, encodeEscrowFlush(settlement.terms, bench.token), [settlement])
  await checkEmpty(bench, settlement.terms)
  return gas
}

async function measureBlocked(bench: Bench, usdc: Address): Promise<EscrowGasRow[]> {
  const settlement = await prepare(bench, { title: 'blocked', exit: 'signature', outcome: 'release', parties: 'new' }, 0)
  const set = (functionName: 'blockAccount' | 'unblockAccount') =>
    sendAll(bench.chain, [{ to: usdc, data: encodeFunctionData({ abi: testUsdcAbi, functionName, args: [settlement.terms.beneficiary] }) }])
  await set('blockAccount')
  const recorded = await gasOf(bench, encodeSettle(settlement), [settlement])
  await set('unblockAccount')
  const retried = await gasOf(bench, encodeSettle({ ...settlement, proof: NO_PROOF }), [settlement])
  await checkEmpty(bench, settlement.terms)
  return [rowOf('unpaid release to a blocked beneficiary', undefined, recorded), rowOf('its retry, to new accounts', undefined, retried)]
}

const accountOf = (text: string): Address => getAddress(`0x${keccak256(toHex(text)).slice(26)}`)

async function gasOf({ chain, factory }: Bench, data: Hex, settlements: readonly Settlement[]): Promise<GasInFork> {
  const items = settlements.length
  const call = { to: factory, data, gas: settlementGasLimit(gasSchedules.osaka, items) }
  const escrows = settlements.map(({ terms }) => escrowAddress(factory, terms))
  const before = await countNew(chain, [...escrows, ...settlements.flatMap(payeesOf)])
  const uses = await readGasUses(chain, call, 0)
  const { status, gasUsed } = await send(chain, call)
  if (status !== 'success') throw new Error('A settlement reverted.')
  const newAccounts = before - (await countNew(chain, settlements.flatMap(payeesOf)))
  return gasInEachFork(Number(gasUsed), { uses: { ...uses, newAccounts }, items })
}

const payeesOf = ({ terms }: Settlement): Address[] => [terms.depositor, terms.beneficiary, terms.feeReceiver]

/** Addresses without coins. */
async function countNew(chain: Anvil, addresses: readonly Address[]): Promise<number> {
  const balances = await Promise.all([...new Set(addresses)].map((address) => chain.getBalance({ address })))
  return balances.filter((balance) => balance === 0n).length
}

async function fund({ chain, token }: Bench, address: Address, units: bigint): Promise<void> {
  if (token === null) return chain.setBalance({ address, value: units })
  return sendAll(chain, [{ to: token, data: encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [address, units] }) }])
}

async function checkEmpty({ chain, factory, token }: Bench, terms: EscrowTerms): Promise<void> {
  const address = escrowAddress(factory, terms)
  const native = await chain.getBalance({ address })
  const units =
    token === null ? 0n : await chain.readContract({ abi: testUsdcAbi, address: token, functionName: 'balanceOf', args: [address] })
  if (native + units !== 0n) throw new Error(`${address} still holds ${units} units of the token and ${native} wei.`)
}
