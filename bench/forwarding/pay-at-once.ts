import { type BitcoinNode, walletOf } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { evmFaucet, type EvmNode } from '@gateway/devnet/evm/evm'
import { callRpc } from '@gateway/devnet/rpc'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { type Address, encodeFunctionData, erc20Abi, getAddress, numberToHex, parseUnits } from 'viem'

// Neither receiver has code that could need more.
const GAS = { ETH: 21_000n, USDC_ETH: 65_000n }
const PRICE = { maxFeePerGas: numberToHex(100_000_000_000n), maxPriorityFeePerGas: numberToHex(1_000_000_000n) }

/** Sends the deposits of many payments to a node that mines no block meanwhile. */
export async function payAtOnce(node: EvmNode, usdc: Address, payments: readonly ShownPayment[]): Promise<void> {
  for (const { blockchain, payment_address: to, crypto_amount: amount } of payments) {
    const call = blockchain.toUpperCase() === 'ETH' ? coinsTo(getAddress(to), amount) : tokensTo(usdc, { to: getAddress(to), amount })
    await callRpc(node.rpc, { method: 'eth_sendTransaction', params: [{ from: evmFaucet.address, ...PRICE, ...call }] })
  }
}

/** Pays many payments with one transaction, which the next block includes. */
export async function payBitcoinAtOnce(node: BitcoinNode, payments: readonly ShownPayment[]): Promise<void> {
  const amounts = Object.fromEntries(payments.map(({ payment_address: to, crypto_amount: amount }) => [to, amount]))
  await callRpc(walletOf(node), { method: 'sendmany', params: { dummy: '', amounts } })
}

const coinsTo = (to: Address, amount: string) => ({ to, value: numberToHex(parseUnits(amount, 18)), gas: numberToHex(GAS.ETH) })

const tokensTo = (token: Address, { to, amount }: { to: Address; amount: string }) => ({
  to: token,
  gas: numberToHex(GAS.USDC_ETH),
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, parseUnits(amount, 6)] }),
})

/** Mines a block this often; with 0 only on request. */
export const mineEvery = (node: EvmNode, seconds: number): Promise<unknown> =>
  callRpc(node.rpc, { method: 'evm_setIntervalMining', params: [seconds] })
