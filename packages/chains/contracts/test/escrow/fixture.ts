import {
  type Abi,
  type Address,
  BaseError,
  decodeErrorResult,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  hexToBytes,
  keccak256,
  type TransactionReceipt,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import { type EscrowDecision, signDecision } from '../../../src/evm/escrow/decision.ts'
import { encodeEscrowFlush, encodeSettle, encodeSettleMany, NO_PROOF, type Settlement } from '../../../src/evm/escrow/encode-settlement.ts'
import { escrowInitHash } from '../../../src/evm/escrow/escrow-address.ts'
import type { EscrowTerms } from '../../../src/evm/escrow/escrow-terms.ts'
import { type EscrowLog, readEscrowLog } from '../../../src/evm/escrow/read-decided.ts'
import { releaseHash, releaseProof } from '../../../src/evm/escrow/release-hash.ts'
import { escrowAbi, escrowFactoryAbi } from '../../../src/evm/generated/escrow-contracts.ts'
import * as contracts from '../../../src/evm/generated/test-contracts.ts'
import { type Anvil, type Call, deploy, installEscrowFactory, OPERATOR, send, sendAll } from '../../anvil-chain.ts'
import { freshAccount, THIRD_PARTY } from '../fixture.ts'

const DECIDER_KEY = generatePrivateKey()
const DAY_SECONDS = 86_400n
const STATES = ['undecided', 'release_due', 'released', 'refunded'] as const

/** A call of the factory that was mined. */
interface CallResult {
  /** The name of its error, or `ok`. */
  readonly result: string
  readonly logs: readonly EscrowLog[]
  readonly receipt: TransactionReceipt
}

/** Gas limit of a call, and another factory for it. */
interface CallOptions {
  readonly gas?: bigint
  readonly to?: Address
}

/** A chain and the contracts on it. */
interface Place {
  readonly chain: Anvil
  readonly chainId: number
  readonly factory: Address
  readonly usdc: Address
}

/** Operations on the escrow contracts of one chain; every call of the factory comes from a third party. */
export type EscrowFixture = Place & ReturnType<typeof payments> & ReturnType<typeof settlements> & ReturnType<typeof readings>

/** Installs the escrow factory and a token on a chain and returns the operations on them. */
export async function createEscrowFixture(chain: Anvil): Promise<EscrowFixture> {
  const factory = await installEscrowFactory(chain)
  const usdc = await deployWith(chain, { abi: contracts.testUsdcAbi, bytecode: contracts.testUsdcInitCode, args: [OPERATOR] })
  await chain.impersonateAccount({ address: THIRD_PARTY })
  await chain.setBalance({ address: THIRD_PARTY, value: 10n ** 24n })
  const place = { chain, chainId: await chain.getChainId(), factory, usdc }
  return { ...place, ...payments(place), ...settlements(place), ...readings(place) }
}

/** The address of any terms, also of those that the factory names none for. */
export const addressIn = (factory: Address, terms: EscrowTerms): Address =>
  getContractAddress({ opcode: 'CREATE2', from: factory, salt: terms.id, bytecodeHash: escrowInitHash(terms) })

function payments({ chain, chainId, factory, usdc }: Place) {
  /** Unused parties, 1 000 000 units of native coin, a fee of 1 %, a deadline in one day. */
  const newTerms = async (given: Partial<EscrowTerms> = {}): Promise<EscrowTerms> => {
    const id = keccak256(freshAccount())
    return {
      id,
      depositor: freshAccount(),
      beneficiary: freshAccount(),
      token: null,
      amountUnits: 1_000_000n,
      feeReceiver: freshAccount(),
      feeBps: 100,
      decider: privateKeyToAccount(DECIDER_KEY).address,
      releaseHash: releaseHash(id, tokenOf(id)),
      deadlineSeconds: (await chain.getBlock()).timestamp + DAY_SECONDS,
      chainId,
      ...given,
    }
  }
  /** Pays native coin with exactly the gas of a plain transfer, and mints a token. */
  const pay = async (terms: EscrowTerms, units = terms.amountUnits, token = terms.token): Promise<void> => {
    const to = addressIn(factory, terms)
    await sendAll(chain, [token === null ? { to, value: units, gas: 21_000n } : mintCall(token, to, units)])
  }
  return {
    newTerms,
    pay,
    /** An escrow that holds this much of its asset, by default its amount. */
    funded: async (given?: Partial<EscrowTerms>, units?: bigint): Promise<EscrowTerms> => {
      const terms = await newTerms(given)
      await pay(terms, units)
      return terms
    },
    mint: (token: Address, to: Address, units: bigint) => sendAll(chain, [mintCall(token, to, units)]),
    setBlocked: (account: Address, isBlocked: boolean) => sendAll(chain, [blockCall(usdc, account, isBlocked)]),
  }
}

function settlements({ chain, chainId, factory }: Place) {
  const call = async (data: Hex, { gas = 2_000_000n, to = factory }: CallOptions = {}): Promise<CallResult> => {
    const receipt = await send(chain, { from: THIRD_PARTY, to, data, gas })
    const result = receipt.status === 'success' ? 'ok' : await errorOf(chain, { from: THIRD_PARTY, to, data, gas })
    return { result, logs: receipt.logs.flatMap((log) => readEscrowLog(to, log) ?? []), receipt }
  }
  const settle = (settlement: Settlement, options?: CallOptions) => call(encodeSettle(settlement), options)
  const sign = (
    terms: EscrowTerms,
    outcome: EscrowOutcome,
    { key = DECIDER_KEY, ...given }: Partial<EscrowDecision> & { key?: Hex } = {},
  ) => signDecision({ factory, chainId, escrow: addressIn(factory, terms), outcome, ...given }, hexToBytes(key))
  const withoutProof = (terms: EscrowTerms, outcome: EscrowOutcome, options?: CallOptions) =>
    settle({ terms, outcome, proof: NO_PROOF }, options)
  const waitForDeadline = async ({ deadlineSeconds }: EscrowTerms): Promise<void> => {
    await chain.setNextBlockTimestamp({ timestamp: deadlineSeconds + 1n })
    await chain.mine({ blocks: 1 })
  }
  return {
    call,
    settle,
    sign,
    bySignature: async (terms: EscrowTerms, outcome: EscrowOutcome, options?: CallOptions) =>
      settle({ terms, outcome, proof: await sign(terms, outcome) }, options),
    byToken: (terms: EscrowTerms, options?: CallOptions) => settle(byToken(terms), options),
    /** Settles without a proof: an outcome that is recorded, or one that needs none. */
    withoutProof,
    waitForDeadline,
    afterDeadline: async (terms: EscrowTerms, options?: CallOptions) => {
      await waitForDeadline(terms)
      return withoutProof(terms, 'refund', options)
    },
    settleMany: (items: readonly Settlement[], options?: CallOptions) => call(encodeSettleMany(items), { gas: 16_000_000n, ...options }),
    flush: (terms: EscrowTerms, token: Address | null, options?: CallOptions) => call(encodeEscrowFlush(terms, token), options),
  }
}

function readings({ chain, factory }: Place) {
  const held = async (token: Address | null, address: Address): Promise<bigint> =>
    token === null
      ? chain.getBalance({ address })
      : chain.readContract({ abi: contracts.plainTokenAbi, address: token, functionName: 'balanceOf', args: [address] })
  const at = (terms: EscrowTerms): Address => addressIn(factory, terms)
  return {
    held,
    at,
    stateOf: async (terms: EscrowTerms) => {
      const state = await chain.readContract({ abi: escrowFactoryAbi, address: factory, functionName: 'stateOf', args: [at(terms)] })
      return STATES[state]
    },
    /** What beneficiary, fee receiver, depositor and escrow hold of an asset, by default the escrow's own. */
    holdings: (terms: EscrowTerms, token = terms.token) =>
      Promise.all([terms.beneficiary, terms.feeReceiver, terms.depositor, at(terms)].map((account) => held(token, account))),
    /** Runs something and takes back what it changed on the chain. */
    undoing: async <Result>(run: () => Promise<Result>): Promise<Result> => {
      const id = await chain.snapshot()
      const result = await run()
      await chain.revert({ id })
      return result
    },
  }
}

/** The release token of an escrow with this id, as its depositor sees it. */
export const tokenOf = (id: Hex): string => `esc_${keccak256(id).slice(2)}`

/** A release by release token. */
export const byToken = (terms: EscrowTerms): Settlement => ({ terms, outcome: 'release', proof: releaseProof(tokenOf(terms.id)) })

/** Call that freezes or unfreezes an account of the test USDC. */
const blockCall = (usdc: Address, account: Address, isBlocked: boolean): Call => {
  const functionName = isBlocked ? 'blockAccount' : 'unblockAccount'
  return { to: usdc, data: encodeFunctionData({ abi: contracts.testUsdcAbi, functionName, args: [account] }) }
}

const mintCall = (token: Address, to: Address, units: bigint): Call => ({
  to: token,
  data: encodeFunctionData({ abi: contracts.plainTokenAbi, functionName: 'mint', args: [to, units] }),
})

/** Deploys a contract with constructor arguments. */
export const deployWith = (chain: Anvil, contract: { abi: Abi; bytecode: Hex; args: readonly unknown[] }): Promise<Address> =>
  deploy(chain, encodeDeployData(contract))

const hostileTokens = {
  'burns all gas': { abi: contracts.burningTokenAbi, bytecode: contracts.burningTokenInitCode, more: [] },
  'fails with 100 004 bytes': { abi: contracts.verboseTokenAbi, bytecode: contracts.verboseTokenInitCode, more: [] },
  'returns false': { abi: contracts.wordTokenAbi, bytecode: contracts.wordTokenInitCode, more: [0n] },
  'returns 2': { abi: contracts.wordTokenAbi, bytecode: contracts.wordTokenInitCode, more: [2n] },
} as const

/** Deploys a token that treats one account like this. */
export function deployHostileToken(chain: Anvil, behaviour: keyof typeof hostileTokens, victim: Address): Promise<Address> {
  const { abi, bytecode, more } = hostileTokens[behaviour]
  return deployWith(chain, { abi, bytecode, args: [victim, ...more] })
}

/** Deploys a token that needs this much gas more when it is sent to one account. */
export const deployHeavyToken = (chain: Anvil, to: Address, gas: bigint): Promise<Address> =>
  deployWith(chain, { abi: contracts.heavyTokenAbi, bytecode: contracts.heavyTokenInitCode, args: [to, gas] })

/** Name of one of our contracts' errors; any other reason as it came. */
export function errorName(data: Hex): string {
  try {
    return decodeErrorResult({ abi: [...escrowFactoryAbi, ...escrowAbi, ...contracts.testUsdcAbi], data }).errorName
  } catch {
    return data
  }
}

/** Names of the reasons why payouts failed. */
export const reasonsOf = (logs: readonly EscrowLog[]): readonly string[] =>
  logs.flatMap((log) => (log.kind === 'payout_failed' ? [errorName(log.reason)] : []))

async function errorOf(chain: Anvil, { from = OPERATOR, ...call }: Call): Promise<string> {
  try {
    await chain.call({ account: from, ...call })
    return 'nothing when it is asked again'
  } catch (cause) {
    const data = cause instanceof BaseError ? cause.walk(hasData) : undefined
    return hasData(data) ? errorName(data.data) : String(cause)
  }
}

const hasData = (error: unknown): error is { data: Hex } =>
  typeof error === 'object' && error !== null && 'data' in error && typeof error.data === 'string'

/** Both kinds of assets. */
export const ASSETS = ['native coin', 'USDC'] as const

/** The token of an asset; null for the native coin. */
export const assetOf = (on: EscrowFixture, asset: (typeof ASSETS)[number]): Address | null => (asset === 'USDC' ? on.usdc : null)
