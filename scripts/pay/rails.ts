import type { ChainDriver, DevnetNode } from '@gateway/devnet/chain-driver'
import { type DevnetChain, devnetChains, driverOf } from '@gateway/devnet/chains'
import { type AssetCode, assetCodes, assetOf, type assets } from '@gateway/domain/money/asset'
import { usdcOf } from '../stack/chain-contracts.ts'
import { chainsOf, type OfSomeChains } from '../stack/each-chain.ts'
import { CannotPay } from './cannot-pay.ts'

/** The nodes of the served chains, whose faucets pay. */
export type PayingNodes = OfSomeChains<DevnetNode>

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

/** Every asset of the chains that have a node. */
export const assetsOn = (nodes: OfSomeChains<unknown>): readonly PayableAsset[] => payableAssets.filter((asset) => nodes[chainOf(asset)])

/** The node of an asset's chain. @throws {CannotPay} when the stack does not serve that. */
export function nodeOf<Node>(nodes: OfSomeChains<Node>, asset: PayableAsset): Node {
  const node = nodes[chainOf(asset)]
  if (node === undefined) throw new CannotPay(`${asset} is on no chain of this stack, which serves ${chainsOf(nodes).join(', ')}`)
  return node
}

/** Sends from the faucet; returns the transaction's id. @throws {CannotPay} when the address is none of the chain's, or that is not served. */
export async function payAsset(nodes: PayingNodes, asset: PayableAsset, { to, units }: Sum): Promise<string> {
  const chain = chainOf(asset)
  const driver = driverOf(chain)
  // Checked here: an address with a wrong checksum is a mistyped one, and what it receives is lost.
  if (driver.isAddress?.(to) === false) throw new CannotPay(`${to} is no ${driver.name} address`)
  const node = nodeOf(nodes, asset)
  if (asset === chain) return driver.pay(node, { to, units })
  return tokensOf(chain).payToken(node, { token: usdcOf(chain), to, units })
}

/** Units of an asset at an address. */
export function balanceOf(nodes: PayingNodes, asset: PayableAsset, address: string): Promise<bigint> {
  const chain = chainOf(asset)
  const node = nodeOf(nodes, asset)
  if (asset === chain) return driverOf(chain).balance(node, address)
  return tokensOf(chain).tokenBalance(node, { token: usdcOf(chain), address })
}

/** @throws {RangeError} for a chain without tokens. */
function tokensOf(chain: DevnetChain): Required<ChainDriver> {
  const driver = driverOf(chain)
  if (hasTokens(driver)) return driver
  throw new RangeError(`${chain} has no tokens`)
}

const hasTokens = (driver: ChainDriver): driver is Required<ChainDriver> => 'payToken' in driver && 'tokenBalance' in driver

/** The asset of that name, in any case. @throws {CannotPay} naming the assets there are. */
export function payableAsset(name: string): PayableAsset {
  const asset = name.toUpperCase()
  if (isPayable(asset)) return asset
  throw new CannotPay(`${name} is no asset of the devnet: use ${payableAssets.join(', ')}`)
}
