import { bitcoinBalance, mineBitcoin, mineEmptyBitcoin, payBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { mineEvm, payToken, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { getAddress, numberToHex, parseUnits } from 'viem'
import type { Story } from '../support/story.ts'

/** What crash stories must know about a family of chains; everything else is the same for all. */
export interface Family {
  readonly asset: 'BTC' | 'USDC_ETH'
  readonly chain: 'BTC' | 'ETH'
  /** Blocks until a deposit is confirmed, and until our forward is final. */
  readonly blocks: { readonly confirmed: number; readonly final: number }
  units(amount: string | null): bigint
  pay(story: Story, payment: ShownPayment): Promise<unknown>
  balanceOf(story: Story, who: 'merchant' | 'platform'): Promise<bigint>
  /** True when the node holds the transaction, mined or not. */
  knows(story: Story, txId: string): Promise<boolean>
  /** Mines blocks that leave our transactions out, which stay in the mempool. */
  leaveOut(story: Story, blocks: number): Promise<void>
  /** Mines one block that takes in whatever the mempool holds. */
  takeIn(story: Story): Promise<void>
}

const USUAL_GAS = 30_000_000n
/** Room for a plain transfer, and for nothing that calls a contract. */
const LITTLE_GAS = 21_000n

/** Says how much fits into a block from now on. */
const makeRoom = ({ evm }: Story, gas: bigint): Promise<unknown> =>
  callRpc(evm.rpc, { method: 'anvil_setBlockGasLimit', params: [numberToHex(gas)] })

/** Outputs, signed with keys of the pool. */
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

/** Tokens, paid out by deposit contracts that a relayer calls. */
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
    return undefined // Nodes answer with an error for what they do not know.
  }
}
