import type { DevnetChain } from '@gateway/devnet/chains'
import { bitcoinBalance, mineBitcoin, mineEmptyBitcoin, payBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { mineEvm, payToken, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { getAddress, numberToHex, parseUnits } from 'viem'
import type { Story } from '../support/story.ts'

/** The differences between the families of chains in crash tests. */
export interface Family {
  readonly asset: 'BTC' | 'USDC_ETH'
  readonly chain: DevnetChain
  /** Blocks that confirm a deposit, and blocks that make our forward final. */
  readonly blocks: { readonly confirmed: number; readonly final: number }
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

const USUAL_GAS = 30_000_000n
/** A gas limit for plain transfers only, below any contract call. */
const LITTLE_GAS = 21_000n

/** Sets the gas limit of further blocks. */
const makeRoom = ({ evm }: Story, gas: bigint): Promise<unknown> =>
  callRpc(evm.rpc, { method: 'anvil_setBlockGasLimit', params: [numberToHex(gas)] })

/** Bitcoin: outputs, signed with pool keys. */
export const bitcoin: Family = {
  asset: 'BTC',
  chain: 'BTC',
  blocks: { confirmed: 1, final: 6 },
  units: (amount) => parseUnits(amount ?? '', 8),
  pay: (story, { payment_address: address, crypto_amount: amount }) => payBitcoin(story.bitcoin, { address, sats: parseUnits(amount, 8) }),
  balanceOf: ({ bitcoin: node, shop, around }, who) =>
    bitcoinBalance(node, who === 'merchant' ? shop.wallets.BTC : around.platformAddresses.BTC),
  knows: async ({ bitcoin: node }, txId) =>
    (await attempt(() => callRpc(node.rpc, { method: 'getrawtransaction', params: [txId] }))) !== undefined,
  leaveOut: async ({ bitcoin: node }, blocks) => void (await mineEmptyBitcoin(node, blocks)),
  takeIn: async ({ bitcoin: node }) => void (await mineBitcoin(node, 1)),
}

/** Ethereum: tokens, paid out by deposit contracts that the gas payer calls. */
export const ethereum: Family = {
  asset: 'USDC_ETH',
  chain: 'ETH',
  blocks: { confirmed: 12, final: 6 },
  units: (amount) => parseUnits(amount ?? '', 6),
  pay: ({ evm, contracts }, { payment_address: address, crypto_amount: amount }) =>
    payToken(evm, { token: contracts.usdc, to: getAddress(address), units: parseUnits(amount, 6) }),
  balanceOf: ({ evm, contracts, shop, around }, who) =>
    tokenBalance(evm, { token: contracts.usdc, address: getAddress(who === 'merchant' ? shop.wallets.ETH : around.platformAddresses.ETH) }),
  knows: async ({ evm }, txId) =>
    ((await attempt(() => callRpc(evm.rpc, { method: 'eth_getTransactionByHash', params: [txId] }))) ?? null) !== null,
  leaveOut: async (story, blocks) => {
    await makeRoom(story, LITTLE_GAS)
    await mineEvm(story.evm, blocks)
    await makeRoom(story, USUAL_GAS)
  },
  takeIn: ({ evm }) => mineEvm(evm, 1),
}

async function attempt<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch {
    return undefined // Nodes answer with an error for unknown transactions.
  }
}
