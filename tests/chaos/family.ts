import { type DevnetChain, type RunningNodes } from '@gateway/devnet/chains'
import { mineEmptyBitcoinCash } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-faucet'
import { mineEmptyBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import type { EvmNode } from '@gateway/devnet/evm/evm'
import { mineEvm } from '@gateway/devnet/evm/evm-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { assetOf } from '@gateway/domain/money/asset'
import { balanceOf, chainOf, type PayableAsset, payAsset } from '@gateway/scripts/pay/rails'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { numberToHex, parseUnits } from 'viem'
import { CONFIRMING, FINALIZING } from '../support/forwarding.ts'
import { mine, type Story } from '../support/story.ts'

/** The differences between chains in crash tests. */
export interface Family {
  readonly asset: PayableAsset
  readonly chain: DevnetChain
  /** Blocks that confirm a deposit, and blocks that make our forward final. */
  readonly blocks: { readonly confirmed: number; readonly final: number }
  /** Whether the network's fee for a payout comes out of the deposit. */
  readonly paysNetwork: boolean
  units(amount: string | null): bigint
  pay(story: Story, payment: ShownPayment): Promise<unknown>
  balanceOf(story: Story, who: 'merchant' | 'platform'): Promise<bigint>
  /** True when the node has the transaction, mined or not. */
  knows(story: Story, txId: string): Promise<boolean>
  /** Mines blocks without our transactions, which stay in the mempool. */
  leaveOut(story: Story, blocks: number): Promise<void>
  /** Mines one block with the whole mempool. */
  takeIn(story: Story): Promise<void>
}

type Own = Pick<Family, 'paysNetwork' | 'knows' | 'leaveOut'>

/** What follows from the asset alone. */
function familyOf(asset: PayableAsset, own: Own): Family {
  const chain = chainOf(asset)
  const { decimals } = assetOf(asset)
  const units = (amount: string | null): bigint => parseUnits(amount ?? '', decimals)
  return {
    asset,
    chain,
    blocks: { confirmed: CONFIRMING[chain], final: FINALIZING[chain] },
    units,
    pay: ({ chains }, { payment_address: to, crypto_amount: amount }) => payAsset(chains, asset, { to, units: units(amount) }),
    balanceOf: ({ chains, shop, around }, who) =>
      balanceOf(chains, asset, who === 'merchant' ? shop.wallets[chain] : around.platformAddresses[chain]),
    takeIn: async (story) => void (await mine(story, chain, 1)),
    ...own,
  }
}

/** A chain of outputs, signed with pool keys. */
const outputs = <Chain extends 'BTC' | 'BCH'>(
  chain: Chain,
  mineEmpty: (node: RunningNodes[Chain], blocks: number) => Promise<unknown>,
): Family =>
  familyOf(chain, {
    paysNetwork: true,
    knows: async ({ chains }, txId) =>
      (await attempt(() => callRpc(chains[chain].rpc, { method: 'getrawtransaction', params: [txId, 0] }))) !== undefined,
    leaveOut: async ({ chains }, blocks) => void (await mineEmpty(chains[chain], blocks)),
  })

const USUAL_GAS = 30_000_000n
/** A gas limit for plain transfers only, below any contract call. */
const LITTLE_GAS = 21_000n

/** Sets the gas limit of further blocks. */
const makeRoom = ({ rpc }: EvmNode, gas: bigint): Promise<unknown> =>
  callRpc(rpc, { method: 'anvil_setBlockGasLimit', params: [numberToHex(gas)] })

/** Tokens, paid out by deposit contracts that the gas payer calls. */
const contracts = (asset: PayableAsset): Family =>
  familyOf(asset, {
    paysNetwork: false,
    knows: async ({ chains }, txId) => {
      const { rpc } = chains[chainOf(asset)]
      return ((await attempt(() => callRpc(rpc, { method: 'eth_getTransactionByHash', params: [txId] }))) ?? null) !== null
    },
    leaveOut: async ({ chains }, blocks) => {
      const node = chains[chainOf(asset)]
      await makeRoom(node, LITTLE_GAS)
      await mineEvm(node, blocks)
      await makeRoom(node, USUAL_GAS)
    },
  })

export const bitcoin = outputs('BTC', mineEmptyBitcoin)
export const bitcoinCash = outputs('BCH', mineEmptyBitcoinCash)
export const ethereum = contracts('USDC_ETH')
export const polygon = contracts('USDC_POL')
/** Solana: tokens, moved by the key of the deposit. Its transactions wait in no mempool, so no block leaves them out. */
export const solana = familyOf('USDC_SOL', {
  paysNetwork: false,
  knows: async ({ chains }, txId) => {
    const { value } = await callRpc<{ value: readonly (object | null)[] }>(chains.SOL.rpc, {
      method: 'getSignatureStatuses',
      params: [[txId], { searchTransactionHistory: true }],
    })
    return value[0] !== null
  },
  leaveOut: () => Promise.reject(new Error('Solana has no mempool')),
})

async function attempt<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch {
    return undefined // Nodes answer with an error for unknown transactions.
  }
}
