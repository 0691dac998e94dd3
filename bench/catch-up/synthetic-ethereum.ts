import { logsBloom } from '@gateway/chains/evm/blocks/logs-bloom'
import { type Hex, numberToHex, padHex } from 'viem'
import type { BlockSize, SyntheticChain } from './synthetic-chain.ts'

const CHAIN_ID = 31_337
const GENESIS_TIME = 1_700_000_000
const TRANSACTIONS: Readonly<Record<BlockSize, number>> = { empty: 0, full: 300 }
const LOGS_EACH = 2
// ERC-20: keccak-256 of Transfer(address,address,uint256).
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** A synthetic Ethereum chain; full blocks hold 300 transactions that send ether, and two token transfers of each. */
export function syntheticEthereum(size: BlockSize): SyntheticChain {
  let head = 0
  const heightOf = (tag: unknown): number => (tag === 'latest' ? head : tag === 'finalized' ? Math.max(0, head - 64) : Number(tag))
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => numberToHex(CHAIN_ID),
    eth_maxPriorityFeePerGas: () => numberToHex(1_000_000_000),
    eth_getBlockByNumber: ([tag]) => (heightOf(tag) > head ? null : blockAt(heightOf(tag), size)),
    // The scanner filters by block hash alone, and hashes are heights here.
    eth_getLogs: ([filter]) => logsAt(Number((filter as { blockHash: Hex }).blockHash), TRANSACTIONS[size]),
  }
  return {
    grow: (height) => void (head = height),
    answer: (method, params) => answers[method]?.(params),
  }
}

const hashOf = (height: number): Hex => numberToHex(height, { size: 32 })
const txOf = (height: number, index: number): Hex => padHex(numberToHex(height * 1_000 + index), { size: 32, dir: 'right' })
/** Unwatched accounts, the same in every block, so that every block has the same logs bloom. */
const accountOf = (index: number): Hex => padHex(numberToHex(index + 1), { size: 20, dir: 'right' })
const filters: Readonly<Record<BlockSize, Hex>> = { empty: logsBloom([]), full: logsBloom(logsAt(0, TRANSACTIONS.full)) }

const blockAt = (height: number, size: BlockSize) => ({
  number: numberToHex(height),
  hash: hashOf(height),
  parentHash: hashOf(Math.max(0, height - 1)),
  timestamp: numberToHex(GENESIS_TIME + 12 * height),
  baseFeePerGas: numberToHex(1_000_000_000),
  logsBloom: filters[size],
  transactions: Array.from({ length: TRANSACTIONS[size] }, (_, index) => ({
    hash: txOf(height, index),
    blockHash: hashOf(height),
    from: accountOf(index),
    to: accountOf(index + 500),
    nonce: numberToHex(height),
    value: numberToHex(10n ** 16n),
    input: `0x${'ab'.repeat(68)}`,
  })),
})

function logsAt(height: number, transactions: number) {
  return Array.from({ length: transactions * LOGS_EACH }, (_, place) => ({
    address: TOKEN,
    topics: [TRANSFER, padHex(accountOf(place), { size: 32 }), padHex(accountOf(place + 1), { size: 32 })],
    data: numberToHex(25_000_000, { size: 32 }),
    blockHash: hashOf(height),
    blockNumber: numberToHex(height),
    transactionHash: txOf(height, Math.floor(place / LOGS_EACH)),
    logIndex: numberToHex(place),
  }))
}
