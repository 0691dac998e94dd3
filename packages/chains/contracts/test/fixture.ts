import { type Address, encodeFunctionData, getAddress, type Hex, numberToHex, type TransactionReceipt, zeroAddress } from 'viem'
import {
  type DecodedFlushLog,
  decodeFlushLog,
  depositAddress,
  type DepositTerms,
  encodeFlush,
  flushGasLimit,
} from '../../src/evm/flush/deposit-factory.ts'
import { gasSchedules } from '../../src/evm/fees/gas-schedules.ts'
import { depositFactoryAbi } from '../../src/evm/generated/deposit-contracts.ts'
import { plainTokenAbi } from '../../src/evm/generated/test-contracts.ts'
import { type Anvil, type Call, installFactory, send, sendAll } from '../anvil-chain.ts'

/** A third party: neither merchant nor fee receiver of any deposit. */
export const THIRD_PARTY: Address = '0x00000000000000000000000000000000005742a6'

/** Operations on the deposit contracts of one chain. */
export interface Fixture {
  readonly chain: Anvil
  readonly factory: Address
  /** Terms with a fresh id and, unless given, fresh recipients and a fee of 1 %. */
  terms(given?: Partial<DepositTerms>): DepositTerms
  /** The deposit address of these terms. */
  at(terms: DepositTerms): Address
  flush(terms: DepositTerms, token?: Address | null): Promise<Flushing>
  flushMany(items: readonly DepositTerms[], token?: Address | null): Promise<Flushing>
  native(account: Address): Promise<bigint>
  held(token: Address, account: Address): Promise<bigint>
  /** Pays units of a token with an open mint. */
  payToken(token: Address, account: Address, units: bigint): Promise<void>
  /** Pays native coin from an ordinary account with exactly the gas of a plain transfer; returns whether it succeeded. */
  payNative(account: Address, units: bigint): Promise<boolean>
}

/** The result of a flush. */
interface Flushing {
  readonly receipt: TransactionReceipt
  readonly events: readonly DecodedFlushLog[]
}

/** Installs the factory on a chain and returns the operations on it. */
export async function createFixture(chain: Anvil): Promise<Fixture> {
  const factory = await installFactory(chain)
  const flushing = async (call: Call): Promise<Flushing> => {
    const receipt = await send(chain, { to: factory, from: THIRD_PARTY, ...call })
    return { receipt, events: receipt.logs.flatMap((log) => decodeFlushLog(log) ?? []) }
  }
  await chain.impersonateAccount({ address: THIRD_PARTY })
  await chain.setBalance({ address: THIRD_PARTY, value: 10n ** 24n })
  return {
    chain,
    factory,
    terms: (given) => ({
      id: numberToHex(nextNumber(), { size: 32 }),
      merchant: freshAccount(),
      feeReceiver: freshAccount(),
      feeBps: 100,
      ...given,
    }),
    at: (terms) => depositAddress(factory, terms),
    flush: (terms, token = null) => flushing({ data: encodeFlush(terms, token), gas: 1_000_000n }),
    flushMany: (items, token = null) =>
      flushing({ data: encodeUncheckedBatch(items, token), gas: flushGasLimit(gasSchedules.osaka, items.length) }),
    native: (address) => chain.getBalance({ address }),
    held: (token, account) => chain.readContract({ abi: plainTokenAbi, address: token, functionName: 'balanceOf', args: [account] }),
    payToken: (token, account, units) =>
      sendAll(chain, [{ to: token, data: encodeFunctionData({ abi: plainTokenAbi, functionName: 'mint', args: [account, units] }) }]),
    payNative: async (to, value) => (await send(chain, { to, value, gas: 21_000n })).status === 'success',
  }
}

/** An unused address without a balance. */
export const freshAccount = (): Address => getAddress(numberToHex((0xacc0n << 128n) + nextNumber(), { size: 20 }))

/** Calldata of a batch without the checks of `encodeFlushMany`, which would reject some third-party calls. */
export function encodeUncheckedBatch(items: readonly DepositTerms[], token: Address | null): Hex {
  const args = [items.map((terms) => ({ ...terms, feeBps: BigInt(terms.feeBps) })), token ?? zeroAddress] as const
  return encodeFunctionData({ abi: depositFactoryAbi, functionName: 'flushMany', args })
}

let lastNumber = 0n
const nextNumber = () => (lastNumber += 1n)
