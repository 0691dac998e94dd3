import { type AssetCode, assetCodes, assetOf, type ChainCode } from '@gateway/domain/money/asset'
import { chainFacts } from '@gateway/domain/money/chain-facts'
import type { Address } from 'viem'
import { type EvmChain, type EvmNetwork, evmChains, getEvmNetwork } from '../definitions/evm.ts'
import type { AddressPlace, PaymentRequest, Rail } from '../rail.ts'
import type { FeeEstimate, ForwardCost, JudgedFee } from '../rail/fee-estimate.ts'
import { parseEvmAddress, watchKey } from './address.ts'
import { createEscrowContracts } from './escrow/escrow-contracts.ts'
import { escrowFactoryAddress } from './escrow/escrow-factory.ts'
import { capFees, type GasEstimate, type GasPrice, isGasEstimate } from './fees/cap-fees.ts'
import { computeDeposit } from './flush/compute-deposit.ts'
import { CREATE2_DEPLOYER } from './flush/deposit-factory.ts'
import { expectedFlushGas } from './fees/expected-flush-gas.ts'
import { type GasSchedule, gasSchedules } from './fees/gas-schedules.ts'
import { mostGas } from './fees/most-gas.ts'
import { maxCost } from './fees/max-cost.ts'

/** A deployment's contracts on one EVM chain, addresses in any spelling. */
export interface EvmRailSettings {
  readonly chain: EvmChain
  readonly chainId: number
  /** The contract that computes and flushes deposit addresses. */
  readonly factory: string
  /** The contract of each token. */
  readonly tokens: Readonly<Partial<Record<AssetCode, string>>>
}

/** A rail whose chain has an id (EIP-155) and whose deposits are contracts of one factory. */
export interface EvmRail extends Rail {
  readonly chain: EvmChain
  readonly chainId: number
  /** The deposit factory in EIP-55 spelling. */
  readonly factory: Address
  readonly escrows: ReturnType<typeof createEscrowContracts>
  /** Block tag of the newest final block. */
  readonly finalTag: EvmNetwork['finalTag']
  /** What flushes and settlements cost there. */
  readonly gas: GasSchedule
  /** The contract that logs every transfer of the native coin, as a watch key; undefined where the chain has none. */
  readonly nativeLogs: string | undefined
  /** Asset of a contract by its watch key, and of the native coin by `null`. Null for unsupported contracts. */
  assetOfToken(token: string | null): AssetCode | null
  /** Contract of an asset in EIP-55 spelling; null for the native coin. */
  tokenOf(asset: AssetCode): Address | null
}

/**
 * The rail of an EVM chain.
 * @throws {Error} when the chain id has no definition, or an address of the deployment is invalid.
 */
export function createEvmRail(settings: EvmRailSettings): EvmRail {
  const factory = contractAddress('deposit factory', settings.factory)
  const tokens = tokensOf(settings)
  const reserved = reservedOf(factory, tokens)
  const tokenByAsset = new Map<AssetCode, Address | null>([
    [settings.chain, null],
    ...tokens.map(({ asset, contract }) => [asset, contract] as const),
  ])
  const assetByKey = new Map<string | null, AssetCode>([...tokenByAsset].map(([asset, token]) => [token && watchKey(token), asset]))
  const tokenOf = (asset: AssetCode): Address | null => servedToken(tokenByAsset, asset)
  const paymentUri = (request: PaymentRequest): string => eip681(request, { chainId: settings.chainId, token: tokenOf(request.asset) })
  const facts = factsOf(settings)
  return {
    ...facts,
    chain: settings.chain,
    addressing: 'create2',
    // No chain id enters an address of the factory.
    addressScope: `create2:${factory}`,
    network: String(settings.chainId),
    assets: [...tokenByAsset.keys()],
    finalDepth: undefined,
    chainId: settings.chainId,
    factory,
    assetOfToken: (token) => assetByKey.get(token) ?? null,
    tokenOf,
    parseAddress: (text) => parseEvmAddress(text, reserved),
    watchKey,
    placesOf: (address) => placesOf(settings.chain, address),
    escrows: createEscrowContracts({ chainId: settings.chainId, tokenOf }),
    computeDeposit: (terms) => computeDeposit(factory, terms),
    paymentUri,
    // Wallets without EIP-681 transfers take the contract for the recipient and send the money there.
    qrText: (request) => (tokenOf(request.asset) === null ? paymentUri(request) : request.address),
    forwardCost: (fees, request) => flushCost(settings.chain, fees, expectedFlushGas(facts.gas, tokenOf(request.asset), request.deposits)),
    payoutCost: (fees, payout) => flushCost(settings.chain, fees, mostGas(facts.gas, tokenOf(payout.asset), payout)).units,
    maxGas: maxCost,
    judgeFee: (fees, { gasPrice }) => judgeGas(gasEstimateOf(settings.chain, fees), gasPrice),
  }
}

/** Contracts that nobody is paid at. */
const reservedOf = (factory: Address, tokens: ReturnType<typeof tokensOf>): ReadonlyMap<string, string> =>
  new Map([
    [factory, 'the deposit factory'],
    [escrowFactoryAddress(), 'the escrow factory'],
    ...tokens.map(({ role, contract }) => [contract, `the ${role}`] as const),
    [CREATE2_DEPLOYER, 'the CREATE2 deployer'],
  ])

function factsOf({ chain, chainId }: EvmRailSettings) {
  const { ringSize, pollMs, explorerTx, finalTag, nativeLogs, transferLogsFrom, gasFork } = getEvmNetwork(chain, chainId)
  return { ...chainFacts[chain], ringSize, pollMs, explorerTx, finalTag, nativeLogs, transferLogsFrom, gas: gasSchedules[gasFork] }
}

// The keys of a literal are those of its type.
const evmChainCodes = Object.keys(evmChains) as EvmChain[]

// A key has one address on all of them, and equal factories make equal contracts.
const placesOf = (own: EvmChain, address: string): AddressPlace[] =>
  [own, ...evmChainCodes.filter((chain) => chain !== own)].map((chain) => ({ chain, address, key: watchKey(address) }))

/** True for a rail of this folder's family. */
export const isEvmRail = (rail: Rail): rail is EvmRail => 'chainId' in rail

/** The tokens with their verified contracts, in the order of the asset table. */
const tokensOf = ({ tokens }: EvmRailSettings) =>
  assetCodes.flatMap((asset) => {
    const text = tokens[asset]
    const role = `${assetOf(asset).ticker} contract`
    return text === undefined ? [] : [{ asset, role, contract: contractAddress(role, text) }]
  })

function contractAddress(role: string, text: string): Address {
  const parsed = parseEvmAddress(text, new Map())
  if ('problem' in parsed) throw new Error(`The address of the ${role} ${parsed.problem}: ${text}`)
  return parsed.address
}

function servedToken(tokenByAsset: ReadonlyMap<AssetCode, Address | null>, asset: AssetCode): Address | null {
  const token = tokenByAsset.get(asset)
  if (token === undefined) throw new Error(`${asset} is not carried by this chain`)
  return token
}

// EIP-681: amounts are integers of the smallest unit; a token transfer names the contract as the target.
function eip681({ address, units }: PaymentRequest, { chainId, token }: { chainId: number; token: string | null }): string {
  if (token === null) return `ethereum:${address}@${chainId}?value=${units}`
  return `ethereum:${token}@${chainId}/transfer?address=${address}&uint256=${units}`
}

// The gas payer bears the gas, at a price that is still mined when the base fee doubles before the block.
function flushCost(chain: ChainCode, fees: FeeEstimate, gas: bigint): ForwardCost {
  const { baseFeeWei, priorityFeeWei } = gasEstimateOf(chain, fees)
  return { units: gas * (2n * baseFeeWei + priorityFeeWei), fromDeposit: false, leastUnits: 0n }
}

const judgeGas = (estimate: GasEstimate, cap: GasPrice | undefined): JudgedFee => ({
  isAboveCap: !cap || capFees(estimate, cap) === undefined,
  reason: 'gas_above_cap',
})

function gasEstimateOf(chain: ChainCode, fees: FeeEstimate): GasEstimate {
  if (!isGasEstimate(fees)) throw new Error(`${chain} needs a fee estimate in wei per gas`)
  return fees
}
