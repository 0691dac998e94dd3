import type { DevnetNode } from '@gateway/devnet/chain-driver'
import { type DevnetChain, devnetChains, driverOf } from '@gateway/devnet/chains'
import { payToken, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import { type AssetCode, assetCodes, assetOf, type assets } from '@gateway/domain/money/asset'
import { getAddress, isAddress } from 'viem'
import { devnetContracts } from '../stack/chain-contracts.ts'
import { CannotPay } from './cannot-pay.ts'

/** The devnet's nodes, whose faucets pay. */
export type PayingNodes = Readonly<Record<DevnetChain, DevnetNode>>

/** An amount for an address, in base units of the asset. */
export interface Sum {
  readonly to: string
  readonly units: bigint
}

/** An asset that the devnet's faucets hold: the coin or a token of one of its chains. */
export type PayableAsset = { [Code in AssetCode]: (typeof assets)[Code]['chain'] extends DevnetChain ? Code : never }[AssetCode]

const isPayable = (asset: string): asset is PayableAsset => isOnDevnet(asset as AssetCode)
const isOnDevnet = (asset: AssetCode): boolean => assetCodes.includes(asset) && (devnetChains as string[]).includes(assetOf(asset).chain)

/** Every asset that the devnet's faucets hold. */
export const payableAssets: readonly PayableAsset[] = assetCodes.filter(isPayable)

/** The chain of an asset. */
export const chainOf = (asset: PayableAsset): DevnetChain => assetOf(asset).chain as DevnetChain // The type of the asset says so.

/** Sends from the faucet; returns the transaction's id. @throws {CannotPay} when the address is none of the chain's. */
export async function payAsset(nodes: PayingNodes, asset: PayableAsset, { to, units }: Sum): Promise<string> {
  const chain = chainOf(asset)
  const driver = driverOf(chain)
  // Checked here: an address with a wrong checksum is a mistyped one, and what it receives is lost.
  if (driver.chainId !== undefined && !isAddress(to)) throw new CannotPay(`${to} is no ${driver.name} address`)
  if (asset === chain) return driver.pay(nodes[chain], { to, units })
  return payToken(nodes[chain], { token: devnetContracts.usdc, to: getAddress(to), units })
}

/** Units of an asset at an address. */
export function balanceOf(nodes: PayingNodes, asset: PayableAsset, address: string): Promise<bigint> {
  const chain = chainOf(asset)
  if (asset === chain) return driverOf(chain).balance(nodes[chain], address)
  return tokenBalance(nodes[chain], { token: devnetContracts.usdc, address: getAddress(address) })
}

/** The asset of that name, in any case. @throws {CannotPay} naming the assets there are. */
export function payableAsset(name: string): PayableAsset {
  const asset = name.toUpperCase()
  if (isPayable(asset)) return asset
  throw new CannotPay(`${name} is no asset of the devnet: use ${payableAssets.join(', ')}`)
}
