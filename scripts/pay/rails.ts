import type { DevnetChain } from '@gateway/devnet/chains'
import { type BitcoinNode, mineBitcoin, payBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import type { EvmNode } from '@gateway/devnet/evm/evm'
import { mineEvm, payNative, payToken } from '@gateway/devnet/evm/evm-faucet'
import type { AssetCode } from '@gateway/domain/money/asset'
import { type Address, getAddress, isAddress } from 'viem'
import { CannotPay } from './cannot-pay.ts'

/** The devnet's nodes, whose faucets pay, and its tokens by asset. */
export interface PayingNodes {
  readonly bitcoin: BitcoinNode
  readonly evm: EvmNode
  readonly tokens: Readonly<Record<string, string>>
}

/** An amount for an address, in base units of the asset. */
export interface Sum {
  readonly to: string
  readonly units: bigint
}

/** How the devnet pays in one asset. */
export interface PayingRail {
  /** Key of the chain in `dev.json`. */
  readonly chain: DevnetChain
  /** Sends from the faucet; returns the transaction's id. @throws {CannotPay} when the address is none of the chain's. */
  pay(nodes: PayingNodes, sum: Sum): Promise<string>
  mine(nodes: PayingNodes, blocks: number): Promise<unknown>
  /** Name of its node, and where that answers. */
  nodeOf(nodes: PayingNodes): { readonly name: string; readonly rpc: string }
}

const ethereum: Omit<PayingRail, 'pay'> = {
  chain: 'ETH',
  mine: ({ evm }, blocks) => mineEvm(evm, blocks),
  nodeOf: ({ evm }) => ({ name: 'Ethereum', rpc: evm.rpc }),
}

/** The assets that the devnet's faucets hold: a further rail is a further row. */
export const payingRails = {
  BTC: {
    chain: 'BTC',
    pay: ({ bitcoin }, { to, units }) => payBitcoin(bitcoin, { address: to, sats: units }),
    mine: ({ bitcoin }, blocks) => mineBitcoin(bitcoin, blocks),
    nodeOf: ({ bitcoin }) => ({ name: 'Bitcoin', rpc: bitcoin.rpc }),
  },
  ETH: { ...ethereum, pay: async ({ evm }, { to, units }) => payNative(evm, { to: evmAddress(to), wei: units }) },
  USDC_ETH: {
    ...ethereum,
    pay: async ({ evm, tokens }, { to, units }) =>
      payToken(evm, { token: getAddress(tokens['USDC_ETH'] ?? ''), to: evmAddress(to), units }),
  },
} as const satisfies Partial<Record<AssetCode, PayingRail>>

/** An asset that `npm run pay` pays in. */
export type PayableAsset = keyof typeof payingRails

/** The asset of that name, in any case. @throws {CannotPay} naming the assets there are. */
export function payableAsset(name: string): PayableAsset {
  const asset = name.toUpperCase()
  if (isPayable(asset)) return asset
  throw new CannotPay(`${name} is no asset of the devnet: use ${Object.keys(payingRails).join(', ')}`)
}

const isPayable = (name: string): name is PayableAsset => Object.hasOwn(payingRails, name)

/** Checked here: an address with a wrong checksum is a mistyped one, and what it receives is lost. */
function evmAddress(text: string): Address {
  if (isAddress(text)) return text
  throw new CannotPay(`${text} is no Ethereum address`)
}
