import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ChainUnavailable, WrongNetwork } from '../errors.ts'
import { TRANSFER_TOPIC } from './blocks/decode-token-transfer.ts'
import { createEvmNode } from './node.ts'
import { createEvmRail } from './rail.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const rail = createEvmRail({ chain: 'ETH', chainId: 1, factory: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', tokens: { USDC_ETH: usdc } })
const word = (byte: string) => `0x${byte.repeat(32)}`
const address = (byte: string) => `0x${byte.repeat(20)}`

/** A filter with these bits and no others. */
const filterOf = (...bits: readonly number[]) =>
  `0x${bits
    .reduce((all, bit) => all | (1n << BigInt(bit)), 0n)
    .toString(16)
    .padStart(512, '0')}`
const NO_LOGS = filterOf()
// Three bits each for the token, the event, the sender and the receiver of `log`.
const BITS = [856, 1467, 717, 1443, 481, 1060, 269, 1241, 1163, 1203, 741, 1890]

const transaction = { hash: word('aa'), blockHash: word('b1'), from: address('01'), to: address('02'), nonce: '0x7', value: '0x5' }
const block = {
  number: '0x10',
  hash: word('b1'),
  parentHash: word('b0'),
  timestamp: '0x6b000000',
  baseFeePerGas: '0x9',
  logsBloom: filterOf(...BITS),
  transactions: [transaction],
}
const log = {
  address: usdc.toLowerCase(),
  topics: [TRANSFER_TOPIC, word('00'), `0x${'00'.repeat(12)}${'02'.repeat(20)}`],
  data: `0x${'00'.repeat(31)}05`,
  blockHash: word('b1'),
  blockNumber: '0x10',
  transactionHash: word('aa'),
  logIndex: '0x0',
  removed: false,
}

/** What the node answers to each method: a result, or an error where it says so. */
type Answers = Record<string, unknown>
let answers: Answers
let wholeBody: string | undefined
let authorization: string | undefined
let server: Server
let url: string

const node = () => createEvmNode({ rail, rpcUrl: url })

beforeAll(async () => {
  server = createServer((request, response) => {
    authorization = request.headers.authorization
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => response.end(wholeBody ?? JSON.stringify(answerTo(JSON.parse(Buffer.concat(chunks).toString())))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server's address is an object; the other forms belong to pipes.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  wholeBody = undefined
  answers = { eth_chainId: '0x1', eth_getBlockByNumber: block, eth_getLogs: [log] }
})

type Call = { id: number; method: string }
function answerTo(body: Call | Call[]): unknown {
  // Batches are answered backwards, which JSON-RPC allows.
  if (Array.isArray(body)) return body.map((call) => answerTo(call)).toReversed()
  const answer = answers[body.method]
  const refused = typeof answer === 'object' && answer !== null && 'refused' in answer
  return { jsonrpc: '2.0', id: body.id, ...(refused ? { error: { code: -32_000, message: answer.refused } } : { result: answer }) }
}

describe('an honest block', () => {
  test('is read as it stands, so that every refusal below is about the lie alone', async () => {
    expect(await node().readBlock(16)).toMatchObject({
      height: 16,
      transfers: [
        { ref: `${word('aa')}:native`, units: 5n },
        { ref: `${word('aa')}:${usdc.toLowerCase()}:${address('02')}:0`, logIndex: 0, asset: 'USDC_ETH', units: 5n, to: address('02') },
      ],
      binds: [{ bind: `${address('01')}:7` }],
    })
  })
})

describe('a transaction is not believed when', () => {
  const amounts = { gas: '0x5208', maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x1', input: '0x', yParity: '0x0' }
  const signed = { ...transaction, ...amounts, r: word('11'), s: word('12') }

  test.each<[string, unknown]>([
    ['its parts do not give its id', signed],
    ['it calls nobody', { ...signed, to: null }],
    ['it has no signature', { ...signed, r: undefined }],
  ])('%s', async (_, lie) => {
    answers = { ...answers, eth_getTransactionByHash: lie }
    await expect(node().findTransaction({ txId: word('aa'), blockHash: null })).rejects.toThrow(ChainUnavailable)
  })
})

describe('a block is not believed when', () => {
  test.each<[string, Answers]>([
    ['it has another height than asked', { eth_getBlockByNumber: { ...block, number: '0x11' }, eth_getLogs: [] }],
    ['it has no parent', { eth_getBlockByNumber: { ...block, parentHash: undefined } }],
    ['its hash is cut short', { eth_getBlockByNumber: { ...block, hash: '0xb1' } }],
    ['its number is null, as in a pending block', { eth_getBlockByNumber: { ...block, number: null } }],
    ['its height is beyond counting', { eth_getBlockByNumber: { ...block, number: `0x${'f'.repeat(20)}` } }],
    ['its transactions are only hashes', { eth_getBlockByNumber: { ...block, transactions: [word('aa')] } }],
    [
      'it holds a transaction of another block',
      { eth_getBlockByNumber: { ...block, transactions: [{ ...transaction, blockHash: word('b2') }] } },
    ],
    ['it holds a transaction twice', { eth_getBlockByNumber: { ...block, transactions: [transaction, transaction] } }],
    ['an amount is negative', { eth_getBlockByNumber: { ...block, transactions: [{ ...transaction, value: '-0x5' }] } }],
    ['an amount is a JSON number', { eth_getBlockByNumber: { ...block, transactions: [{ ...transaction, value: 5 }] } }],
    ['it is a text', { eth_getBlockByNumber: 'block' }],
    ['it is missing from the answer', { eth_getBlockByNumber: undefined }],
    ['its logs are null', { eth_getLogs: null }],
    ['its logs are refused', { eth_getLogs: { refused: 'unknown block' } }],
    ['a log belongs to another block', { eth_getLogs: [{ ...log, blockHash: word('b2') }] }],
    ['a log belongs to another height', { eth_getLogs: [{ ...log, blockNumber: '0x11' }] }],
    ['a log belongs to a transaction of another block', { eth_getLogs: [{ ...log, transactionHash: word('ab') }] }],
    ['a log was removed by a reorganisation', { eth_getLogs: [{ ...log, removed: true }] }],
    ['a log appears twice', { eth_getLogs: [log, log] }],
    ['all its logs are kept back', { eth_getLogs: [] }],
    ['a log is kept back that the filter does not tell from another', { eth_getLogs: [{ ...log, logIndex: '0x1' }] }],
    ['its last log is kept back', { eth_getBlockByNumber: { ...block, logsBloom: filterOf(...BITS, 2) } }],
    ['a log is made up', { eth_getLogs: [log, { ...log, address: address('03'), logIndex: '0x1' }] }],
    ['a log goes to another receiver', { eth_getLogs: [{ ...log, topics: [TRANSFER_TOPIC, word('00'), word('00')] }] }],
  ])('%s', async (_, lie) => {
    answers = { ...answers, ...lie }
    await expect(node().readBlock(16)).rejects.toThrow(ChainUnavailable)
  })

  test.each([
    ['is no JSON', '<html>502 Bad Gateway</html>'],
    ['is empty', ''],
    ['answers another call', JSON.stringify({ jsonrpc: '2.0', id: 9, result: block })],
    ['is half there', JSON.stringify({ jsonrpc: '2.0', id: 0, result: block }).slice(0, -5)],
  ])('the answer %s', async (_, body) => {
    wholeBody = body
    await expect(node().readBlock(16)).rejects.toThrow(ChainUnavailable)
  })
})

describe('a block without transactions', () => {
  const hollow = { ...block, logsBloom: NO_LOGS, transactions: [] }

  test('needs no second look when its bloom filter is empty', async () => {
    answers = { eth_getBlockByNumber: hollow, eth_getLogs: { refused: 'must not be asked' } }
    expect(await node().readBlock(16)).toMatchObject({ transfers: [], txIds: [] })
  })

  test('gets it when the filter speaks of logs, which are not believed without a transaction', async () => {
    answers = { ...answers, eth_getBlockByNumber: { ...hollow, logsBloom: `0x01${'00'.repeat(255)}` } }
    await expect(node().readBlock(16)).rejects.toThrow(ChainUnavailable)
  })
})

describe('a head', () => {
  test('below its own final block is not believed', async () => {
    const calls: string[] = []
    answers['eth_getBlockByNumber'] = block
    const honest = createEvmNode({ rail, rpcUrl: url, onCall: (method) => calls.push(method) })
    expect(await honest.readHead()).toEqual({ height: 16, hash: word('b1'), finalizedHeight: 16 })
    expect(calls).toEqual(['eth_getBlockByNumber', 'eth_getBlockByNumber'])
    wholeBody = JSON.stringify([
      { jsonrpc: '2.0', id: 0, result: block },
      { jsonrpc: '2.0', id: 1, result: { ...block, number: '0x11' } },
    ])
    await expect(honest.readHead()).rejects.toThrow('calls block 17 final at height 16')
  })

  test.each([
    ['an error', { error: { code: -39_001, message: 'finalized block not found' } }],
    ['null', { result: null }],
  ])('of a young network has no final block: the node answers %s', async (_, finalized) => {
    wholeBody = JSON.stringify([
      { jsonrpc: '2.0', id: 1, ...finalized },
      { jsonrpc: '2.0', id: 0, result: block },
    ])
    expect(await node().readHead()).toEqual({ height: 16, hash: word('b1'), finalizedHeight: undefined })
  })

  test('is unavailable when only half of the batch is answered', async () => {
    wholeBody = JSON.stringify([{ jsonrpc: '2.0', id: 0, result: block }])
    await expect(node().readHead()).rejects.toThrow(ChainUnavailable)
  })
})

describe('other answers', () => {
  test('from another network stop everything', async () => {
    answers['eth_chainId'] = '0x89'
    await expect(node().checkNetwork()).rejects.toThrow(WrongNetwork)
  })

  test('about another transaction are not believed', async () => {
    const receipt = { transactionHash: word('cc'), blockHash: word('bb'), status: '0x1', gasUsed: '0x1', effectiveGasPrice: '0x1' }
    answers['eth_getTransactionReceipt'] = receipt
    await expect(node().readReceipts([word('aa')])).rejects.toThrow(ChainUnavailable)
    expect(await node().readReceipts([word('cc')])).toEqual([{ txId: word('cc'), blockHash: word('bb'), succeeded: true, feeUnits: 1n }])
  })

  test('to a broadcast with another hash leave it unknown', async () => {
    answers['eth_sendRawTransaction'] = word('aa')
    expect(await node().broadcast(Uint8Array.of(1))).toEqual({ outcome: 'unknown', reason: expect.stringContaining('another hash') })
  })

  test.each([
    ['a limit of the node', 'Too many requests'],
    ['a full pool', 'txpool is full'],
    ['a replacement that is too cheap', 'replacement transaction underpriced'],
    ['a price below the base fee', 'max fee per gas less than block base fee: address 0x01, maxFeePerGas: 1, baseFee: 7'],
  ])('to a broadcast that speak of %s leave it unknown', async (_, refused) => {
    answers['eth_sendRawTransaction'] = { refused }
    expect(await node().broadcast(Uint8Array.of(1))).toEqual({ outcome: 'unknown', reason: refused })
  })

  test.each([
    ['not_the_fee', 'a gap before the nonce', 'nonce too high'],
    ['not_the_fee', 'a gas limit above the block', 'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit'],
    ['not_the_fee', 'a limit of geth on what a transaction may cost', 'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)'],
    ['not_the_fee', 'a limit of besu on what a transaction may cost', 'Transaction fee cap exceeded'],
    ['gas_money', 'too few coins (geth)', 'insufficient funds for gas * price + value: balance 1, tx cost 2, overshot 1'],
    ['gas_money', 'too few coins (anvil)', 'Insufficient funds for gas * price + value'],
    ['gas_money', 'too few coins (nethermind)', 'InsufficientFunds, Account balance: 1, cumulative cost: 2'],
    ['gas_money', 'too few coins (besu)', 'Upfront cost exceeds account balance'],
  ])('to a broadcast leave it unknown, and %s is what stands in its way: %s', async (obstacle, _, refused) => {
    answers['eth_sendRawTransaction'] = { refused }
    expect(await node().broadcast(Uint8Array.of(1))).toEqual({ outcome: 'unknown', reason: refused, obstacle })
  })

  test.each(['already known', 'AlreadyKnown', 'Known transaction', 'transaction already imported'])(
    'to a broadcast that say "%s" mean success',
    async (refused) => {
      answers['eth_sendRawTransaction'] = { refused }
      expect(await node().broadcast(Uint8Array.of(1))).toEqual({ outcome: 'known' })
    },
  )
})

describe('credentials in the URL', () => {
  test('travel as a header and are in no message', async () => {
    const withLogin = url.replace('http://', 'http://alice:s3cret@')
    await createEvmNode({ rail, rpcUrl: withLogin }).checkNetwork()
    expect(authorization).toBe(`Basic ${Buffer.from('alice:s3cret').toString('base64')}`)
    const problem: unknown = await createEvmNode({ rail, rpcUrl: 'http://alice:s3cret@127.0.0.1:1/k3y' })
      .readHead()
      .catch((reason: unknown) => reason)
    expect(JSON.stringify(problem, Object.getOwnPropertyNames(problem))).not.toMatch(/s3cret|k3y/)
    expect(() => createEvmNode({ rail, rpcUrl: 'alice:s3cret@nowhere' })).toThrow('The RPC address of the node is no http or https URL')
  })
})
