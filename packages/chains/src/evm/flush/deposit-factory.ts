import { MAX_FEE_BPS } from '@gateway/domain/custody/rules'
import { type Bps } from '@gateway/domain/money/rounding'
import {
  type Address,
  concatHex,
  decodeEventLog,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  keccak256,
  zeroAddress,
} from 'viem'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { spellAddress } from '../address.ts'
import type { GasSchedule } from '../fees/gas-schedules.ts'
import { depositAbi, depositFactoryAbi, depositFactoryInitCode, depositInitCode } from '../generated/deposit-contracts.ts'

/** The immutable terms that a deposit address commits to. */
export interface DepositTerms {
  /** CREATE2 salt, 32 bytes: the payment the address belongs to. */
  readonly id: Hex
  readonly merchant: Address
  readonly feeReceiver: Address
  /** At most `MAX_FEE_BPS`. */
  readonly feeBps: Bps
}

/** An EVM log as returned by nodes, with the members that decoding needs. */
export interface RawLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** A flush event. `token` is null for the native coin; amounts are base units. */
export type DecodedFlushLog =
  | {
      readonly kind: 'flushed'
      readonly emitter: Address
      readonly token: Address | null
      readonly merchantUnits: bigint
      readonly feeUnits: bigint
    }
  | {
      readonly kind: 'flush_failed'
      readonly emitter: Address
      readonly deposit: Address
      readonly token: Address | null
      readonly reason: Hex
    }

/** The deterministic deployment proxy's address on every EVM chain (https://github.com/Arachnid/deterministic-deployment-proxy). */
export const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * Salt of this factory version: the text `gateway.deposit-factory.1`, padded. A changed contract has another address by its bytecode
 * anyway.
 */
export const FACTORY_SALT: Hex = '0x676174657761792e6465706f7369742d666163746f72792e3100000000000000'

/** Maximum items of a batch, by the contract. */
const MAX_FLUSH_ITEMS = 50

/** The most gas of a transaction (EIP-7825). */
const TRANSACTION_GAS_CAP = 2n ** 24n

// An item's calldata costs at most 1 400 gas: 74 bytes that are not zero at 16, 54 zeros at 4.
const ITEM_CALLDATA_GAS = 1_500n
const TRANSACTION_GAS = 30_000n

/** The factory's address: the same on all chains whose CREATE2 deployer got the same bytecode. */
export function factoryAddress(deployer: Address = CREATE2_DEPLOYER, salt: Hex = FACTORY_SALT): Address {
  return getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecode: depositFactoryInitCode })
}

/** Calldata for the CREATE2 deployer that creates the factory at `factoryAddress()`. */
export function encodeFactoryDeployment(salt: Hex = FACTORY_SALT): Hex {
  return concatHex([salt, depositFactoryInitCode])
}

/**
 * Hash of the init code of a deposit with these terms (EIP-1014); it does not depend on the id.
 * @throws {RangeError} when the fee is not allowed.
 */
export function depositInitHash(terms: Omit<DepositTerms, 'id'>): Hex {
  if (!Number.isInteger(terms.feeBps) || terms.feeBps < 0 || terms.feeBps > MAX_FEE_BPS) {
    throw new RangeError(`A deposit's fee is a whole number of basis points from 0 to ${MAX_FEE_BPS}, not ${terms.feeBps}.`)
  }
  const parties = `${terms.merchant} ${terms.feeReceiver} ${terms.feeBps}`
  const known = initHashes.get(parties)
  if (known !== undefined) return known
  const recipients = [terms.merchant, terms.feeReceiver, BigInt(terms.feeBps)] as const
  const hash = keccak256(concatHex([depositInitCode, encodeAbiParameters(constructorInputs, recipients)]))
  if (initHashes.size >= MAX_INIT_HASHES) initHashes.clear()
  initHashes.set(parties, hash)
  return hash
}

// All deposits of a merchant share an init code, and hashing it is most of the work of computing an address.
const initHashes = new Map<string, Hex>()
const MAX_INIT_HASHES = 1_000

const HASH_BYTES = 32
const ADDRESS_BYTES = 20

/**
 * The deposit address of these terms (EIP-1014), computed from bytes for speed. It needs no key and no deployment, and is the same on every
 * chain with this factory.
 * @throws {RangeError} when the fee is not allowed.
 */
export function depositAddress(factory: Address, terms: DepositTerms): Address {
  const digits = ['ff', ...[factory, terms.id, depositInitHash(terms)].map((hex) => hex.slice(2))].join('')
  return spellAddress(keccak_256(Buffer.from(digits, 'hex')).subarray(HASH_BYTES - ADDRESS_BYTES))
}

/** Calldata that flushes one deposit; the transaction reverts with the deposit's reason. `token` is null for the native coin. */
export function encodeFlush(terms: DepositTerms, token: Address | null): Hex {
  return encodeFunctionData({ abi: depositFactoryAbi, functionName: 'flush', args: [onChain(terms), token ?? zeroAddress] })
}

/**
 * Calldata that flushes many deposits in one transaction; a failed item leaves a `flush_failed` log and the others are paid.
 * @param token - Null for the native coin. Native coin at an address is flushed together with any token.
 * @throws {RangeError} for no items, more than `MAX_FLUSH_ITEMS`, or an id that appears twice.
 */
export function encodeFlushMany(items: readonly DepositTerms[], token: Address | null): Hex {
  if (items.length === 0 || items.length > MAX_FLUSH_ITEMS)
    throw new RangeError(`A batch has 1 to ${MAX_FLUSH_ITEMS} items, not ${items.length}.`)
  if (new Set(items.map(({ id }) => id.toLowerCase())).size < items.length) throw new RangeError('A batch names every id once.')
  return encodeFunctionData({ abi: depositFactoryAbi, functionName: 'flushMany', args: [items.map(onChain), token ?? zeroAddress] })
}

/** Decodes calldata of `encodeFlushMany`; undefined for any other call. */
export function decodeFlushMany(data: Hex): { readonly items: readonly DepositTerms[]; readonly token: Address | null } | undefined {
  const call = decodeCall(data)
  if (call?.functionName !== 'flushMany') return undefined
  const [items, token] = call.args
  return { items: items.map((item) => ({ ...item, feeBps: Number(item.feeBps) })), token: token === zeroAddress ? null : token }
}

/**
 * Gas limit for a batch of this size: enough for the most expensive honest items, so that a failed item never means too little gas.
 * Far above the usage (see `contracts/measure-gas.ts`); unused gas costs nothing.
 */
export function flushGasLimit({ item }: GasSchedule, itemCount: number): bigint {
  const items = BigInt(itemCount)
  return TRANSACTION_GAS + items * ITEM_CALLDATA_GAS + (items + 1n) * item.flush
}

/** The most items whose gas limit is within the cap of a transaction. */
export function maxFlushItems(gas: GasSchedule): number {
  const fitting = (TRANSACTION_GAS_CAP - flushGasLimit(gas, 0)) / (ITEM_CALLDATA_GAS + gas.item.flush)
  return Math.min(MAX_FLUSH_ITEMS, Number(fitting))
}

/**
 * Decodes a flush event from a log; undefined for any other log.
 * Any contract can emit such a log. The caller must check the emitter: `flushed` counts only from the deposit address itself,
 * `flush_failed` only from the factory.
 */
export function decodeFlushLog(log: RawLog): DecodedFlushLog | undefined {
  const event = decodeEvent(log)
  if (event === undefined) return undefined
  const emitter = getAddress(log.address)
  const token = event.args.token === zeroAddress ? null : event.args.token
  if (event.eventName === 'FlushFailed')
    return { kind: 'flush_failed', emitter, deposit: event.args.deposit, token, reason: event.args.reason }
  return { kind: 'flushed', emitter, token, merchantUnits: event.args.merchantAmount, feeUnits: event.args.feeAmount }
}

const constructorInputs = [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }] as const

const flushEvents = [...depositAbi, ...depositFactoryAbi].filter((entry) => entry.type === 'event')

const onChain = (terms: DepositTerms) => ({ ...terms, feeBps: BigInt(terms.feeBps) })

function decodeCall(data: Hex) {
  try {
    return decodeFunctionData({ abi: depositFactoryAbi, data })
  } catch {
    return undefined // Only this error distinguishes calldata of another contract.
  }
}

function decodeEvent({ topics, data }: RawLog) {
  const [signature, ...indexed] = topics
  if (signature === undefined) return undefined
  try {
    return decodeEventLog({ abi: flushEvents, topics: [signature, ...indexed], data })
  } catch {
    // Another event, or one of the same name with another layout: neither is of the gateway's contracts.
    return undefined
  }
}
