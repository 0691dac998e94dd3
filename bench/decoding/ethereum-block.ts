import { logsBloom } from '@gateway/chains/evm/blocks/logs-bloom'
import { readPricedBlock } from '@gateway/chains/evm/blocks/read-block'
import type { EvmRail } from '@gateway/chains/evm/rail'
import type { Block } from '@gateway/chains/rail/block'
import { randomBytes } from 'node:crypto'
import { TRANSFER_TOPIC } from '@gateway/chains/evm/blocks/decode-token-transfer'

const TRANSACTIONS = 300
const LOGS = 600
/** Two thirds of the logs of a block are transfers of some token; a few tokens have most of them. */
const TOKENS = 40

const hex = (bytes: number): string => `0x${randomBytes(bytes).toString('hex')}`
const numbered = (count: number): string => `0x${count.toString(16)}`
const addressWord = (): string => `0x${'00'.repeat(12)}${randomBytes(20).toString('hex')}`

/** Builds a full block of 300 transactions and 600 logs as a node answers it, and what reads it from there. */
export function fullEthereumBlock(rail: EvmRail): () => Promise<Block> {
  const [hash, height] = [hex(32), 1]
  const place = { blockHash: hash, blockNumber: numbered(height) }
  const transactions = Array.from({ length: TRANSACTIONS }, (_, nonce) => ({
    ...place,
    hash: hex(32),
    from: hex(20),
    to: hex(20),
    nonce: numbered(nonce),
    value: numbered(nonce % 2),
    gas: '0x5208',
    input: hex(68),
  }))
  const tokens = Array.from({ length: TOKENS }, () => hex(20))
  const logs = Array.from({ length: LOGS }, (_, at) => ({
    ...place,
    address: tokens[at % TOKENS] ?? '',
    topics: [at % 3 === 0 ? hex(32) : TRANSFER_TOPIC, addressWord(), addressWord()],
    data: hex(32),
    logIndex: numbered(at),
    transactionHash: transactions[at % TRANSACTIONS]?.hash,
    removed: false,
  }))
  const header = {
    number: numbered(height),
    hash,
    parentHash: hex(32),
    timestamp: '0x6568a000',
    baseFeePerGas: '0x3b9aca00',
    logsBloom: logsBloom(logs),
  }
  const answers: Readonly<Record<string, string>> = {
    eth_getBlockByNumber: JSON.stringify({ ...header, transactions }),
    eth_getLogs: JSON.stringify(logs),
  }
  const rpc = {
    call: async (method: string): Promise<unknown> => JSON.parse(answers[method] ?? 'null'),
    ask: () => Promise.reject(new Error('not asked for')),
  }
  return async () => {
    const read = await readPricedBlock({ rail, rpc }, height)
    if (!read) throw new Error('the block was not read')
    return read.block
  }
}
