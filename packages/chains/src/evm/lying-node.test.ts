import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getEvmNetwork } from '../definitions/evm.ts'
import { ChainUnavailable, WrongNetwork } from '../errors.ts'
import { TRANSFER_TOPIC } from './blocks/decode-token-transfer.ts'
import { createEvmNode } from './node.ts'
import { createEvmRail } from './rail.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const rail = createEvmRail({ chain: 'ETH', chainId: 1, factory: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', tokens: { USDC_ETH: usdc } })
const word = (byte: string) => `0x${byte.repeat(32)}`
const address = (byte: string) => `0x${byte.repeat(20)}`

/** A filter with exactly these bits. */
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

/** The node's answer to each method: a result, or an error where stated. */
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
  // Batches are answered in reverse order, which JSON-RPC allows.
  if (Array.isArray(body)) return body.map((call) => answerTo(call)).toReversed()
  const answer = answers[body.method]
  const refused = typeof answer === 'object' && answer !== null && 'refused' in answer
  return { jsonrpc: '2.0', id: body.id, ...(refused ? { error: { code: -32_000, message: answer.refused } } : { result: answer }) }
}

describe('an honest block', () => {
  test('passes every check, so that each rejection below concerns the lie alone', async () => {
    expect(await node().readBlock(16)).toMatchObject({
      height: 16,
      transfers: [
        { ref: `${word('aa')}:native`, units: 5n },
        { ref: `${word('aa')}:${usdc.toLowerCase()}:${address('02')}:0`, logIndex: 0, asset: 'USDC_ETH', units: 5n, to: address('02') },
      ],
      inputs: [{ resource: address('01'), sequence: 7 }],
    })
  })
})

describe('a transaction that nobody signed', () => {
  test('consumes no nonce, so that no state sync of Polygon excludes another', async () => {
    const stateSync = { ...transaction, from: address('00'), to: null, nonce: '0x0', value: '0x0' }
    answers = { ...answers, eth_getBlockByNumber: { ...block, transactions: [stateSync] } }
    expect(await node().readBlock(16)).toMatchObject({ txIds: [word('aa')], transfers: [{ logIndex: 0 }], inputs: [] })
  })
})

describe('findTransaction', () => {
  const amounts = { gas: '0x5208', maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x1', input: '0x', yParity: '0x0' }
  const signed = { ...transaction, ...amounts, r: word('11'), s: word('12') }

  test.each<[string, unknown]>([
    ['parts do not hash to its id', signed],
    ['recipient is missing', { ...signed, to: null }],
    ['signature is missing', { ...signed, r: undefined }],
  ])('rejects a transaction whose %s', async (_, lie) => {
    answers = { ...answers, eth_getTransactionByHash: lie }
    await expect(node().findTransaction({ txId: word('aa'), blockHash: null })).rejects.toThrow(ChainUnavailable)
  })
})

describe('findHeight', () => {
  const heightOf = (answer: unknown, text = word('aa')) => {
    answers = { ...answers, eth_getTransactionByHash: answer }
    return node().findHeight(text)
  }

  test('is that of the block, in any spelling of the id, and none for a transaction that is not mined or not known', async () => {
    expect(await heightOf({ ...transaction, blockNumber: '0x10' })).toBe(16)
    expect(await heightOf({ ...transaction, blockNumber: '0x10' }, word('AA'))).toBe(16)
    expect(await heightOf({ ...transaction, blockNumber: null })).toBeUndefined()
    expect(await heightOf(null)).toBeUndefined()
  })

  test('asks nothing about a text that is no id, and rejects another transaction', async () => {
    expect(await heightOf({ refused: 'invalid argument' }, 'nothing')).toBeUndefined()
    await expect(heightOf({ ...transaction, hash: word('ab'), blockNumber: '0x10' })).rejects.toThrow('another transaction')
  })
})

describe('readBlock', () => {
  test.each<[string, Answers]>([
    ['height is not the requested one', { eth_getBlockByNumber: { ...block, number: '0x11' }, eth_getLogs: [] }],
    ['parent is missing', { eth_getBlockByNumber: { ...block, parentHash: undefined } }],
    ['hash is cut short', { eth_getBlockByNumber: { ...block, hash: '0xb1' } }],
    ['number is null, as in a pending block', { eth_getBlockByNumber: { ...block, number: null } }],
    ['height is beyond safe integers', { eth_getBlockByNumber: { ...block, number: `0x${'f'.repeat(20)}` } }],
    ['transactions are only hashes', { eth_getBlockByNumber: { ...block, transactions: [word('aa')] } }],
    [
      'transactions include one of another block',
      { eth_getBlockByNumber: { ...block, transactions: [{ ...transaction, blockHash: word('b2') }] } },
    ],
    ['transactions include one twice', { eth_getBlockByNumber: { ...block, transactions: [transaction, transaction] } }],
    [
      'transactions include a nonce beyond safe integers',
      { eth_getBlockByNumber: { ...block, transactions: [{ ...transaction, nonce: `0x${'f'.repeat(16)}` }] } },
    ],
    ['transactions include a negative amount', { eth_getBlockByNumber: { ...block, transactions: [{ ...transaction, value: '-0x5' }] } }],
    [
      'transactions include an amount as a JSON number',
      { eth_getBlockByNumber: { ...block, transactions: [{ ...transaction, value: 5 }] } },
    ],
    ['answer is a text', { eth_getBlockByNumber: 'block' }],
    ['answer is missing', { eth_getBlockByNumber: undefined }],
    ['logs are null', { eth_getLogs: null }],
    ['logs are an error', { eth_getLogs: { refused: 'unknown block' } }],
    ['logs include one of another block', { eth_getLogs: [{ ...log, blockHash: word('b2') }] }],
    ['logs include one of another height', { eth_getLogs: [{ ...log, blockNumber: '0x11' }] }],
    ['logs include one of a transaction of another block', { eth_getLogs: [{ ...log, transactionHash: word('ab') }] }],
    ['logs include one removed by a reorg', { eth_getLogs: [{ ...log, removed: true }] }],
    ['logs include one twice', { eth_getLogs: [log, log] }],
    ['logs are all withheld', { eth_getLogs: [] }],
    ['logs lack one that the filter cannot distinguish from another', { eth_getLogs: [{ ...log, logIndex: '0x1' }] }],
    ['last log is withheld', { eth_getBlockByNumber: { ...block, logsBloom: filterOf(...BITS, 2) } }],
    ['logs include a forged one', { eth_getLogs: [log, { ...log, address: address('03'), logIndex: '0x1' }] }],
    ['logs name another receiver', { eth_getLogs: [{ ...log, topics: [TRANSFER_TOPIC, word('00'), word('00')] }] }],
  ])('rejects a block whose %s', async (_, lie) => {
    answers = { ...answers, ...lie }
    await expect(node().readBlock(16)).rejects.toThrow(ChainUnavailable)
  })

  test.each([
    ['that is no JSON', '<html>502 Bad Gateway</html>'],
    ['that is empty', ''],
    ['to another call', JSON.stringify({ jsonrpc: '2.0', id: 9, result: block })],
    ['that is cut off', JSON.stringify({ jsonrpc: '2.0', id: 0, result: block }).slice(0, -5)],
  ])('rejects an answer %s', async (_, body) => {
    wholeBody = body
    await expect(node().readBlock(16)).rejects.toThrow(ChainUnavailable)
  })
})

describe('a block without transactions', () => {
  const hollow = { ...block, logsBloom: NO_LOGS, transactions: [] }

  test('needs no log query when its bloom filter is empty', async () => {
    answers = { eth_getBlockByNumber: hollow, eth_getLogs: { refused: 'must not be asked' } }
    expect(await node().readBlock(16)).toMatchObject({ transfers: [], txIds: [] })
  })

  test('causes a log query when the filter contains logs, which are rejected without a transaction', async () => {
    answers = { ...answers, eth_getBlockByNumber: { ...hollow, logsBloom: `0x01${'00'.repeat(255)}` } }
    await expect(node().readBlock(16)).rejects.toThrow(ChainUnavailable)
  })
})

describe('readHead', () => {
  test('rejects a head below its own final block', async () => {
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
  ])('returns no final block on a young network, whose node answers %s', async (_, finalized) => {
    wholeBody = JSON.stringify([
      { jsonrpc: '2.0', id: 1, ...finalized },
      { jsonrpc: '2.0', id: 0, result: block },
    ])
    expect(await node().readHead()).toEqual({ height: 16, hash: word('b1'), finalizedHeight: undefined })
  })

  test('reports the node as unavailable when only half of the batch is answered', async () => {
    wholeBody = JSON.stringify([{ jsonrpc: '2.0', id: 0, result: block }])
    await expect(node().readHead()).rejects.toThrow(ChainUnavailable)
  })
})

describe('other calls to a lying node', () => {
  test('checkNetwork throws WrongNetwork on another network', async () => {
    answers['eth_chainId'] = '0x89'
    await expect(node().checkNetwork()).rejects.toThrow(WrongNetwork)
  })

  test('checkNetwork compares the genesis of a public network, which a chain with the same id may not have', async () => {
    answers['eth_chainId'] = '0x1'
    answers['eth_getBlockByNumber'] = { ...block, number: '0x0', baseFeePerGas: undefined }
    await expect(node().checkNetwork()).rejects.toThrow(WrongNetwork)
    const genesis = getEvmNetwork('ETH', 1).genesisHash
    answers['eth_getBlockByNumber'] = { ...block, number: '0x0', baseFeePerGas: undefined, hash: genesis }
    await expect(node().checkNetwork()).resolves.toBeUndefined()
  })

  test('readReceipts rejects the receipt of another transaction', async () => {
    const receipt = { transactionHash: word('cc'), blockHash: word('bb'), status: '0x1', gasUsed: '0x1', effectiveGasPrice: '0x1' }
    answers['eth_getTransactionReceipt'] = receipt
    await expect(node().readReceipts([word('aa')])).rejects.toThrow(ChainUnavailable)
    expect(await node().readReceipts([word('cc')])).toEqual([{ txId: word('cc'), blockHash: word('bb'), succeeded: true, feeUnits: 1n }])
  })

  test('broadcast leaves the outcome unknown after an answer with another hash', async () => {
    answers['eth_sendRawTransaction'] = word('aa')
    expect(await node().broadcast(Uint8Array.of(1))).toEqual({ outcome: 'unknown', reason: expect.stringContaining('another hash') })
  })

  test.each([
    ['a rate limit', 'Too many requests'],
    ['a full pool', 'txpool is full'],
    ['an underpriced replacement', 'replacement transaction underpriced'],
    ['a price below the base fee', 'max fee per gas less than block base fee: address 0x01, maxFeePerGas: 1, baseFee: 7'],
  ])('broadcast leaves the outcome unknown after %s', async (_, refused) => {
    answers['eth_sendRawTransaction'] = { refused }
    expect(await node().broadcast(Uint8Array.of(1))).toEqual({ outcome: 'unknown', reason: refused })
  })

  test.each([
    ['not_the_fee', 'a nonce gap', 'nonce too high'],
    ['not_the_fee', 'a gas limit above the block', 'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit'],
    ['not_the_fee', "geth's transaction cost limit", 'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)'],
    ['not_the_fee', "besu's transaction cost limit", 'Transaction fee cap exceeded'],
    ['gas_money', 'missing gas money (geth)', 'insufficient funds for gas * price + value: balance 1, tx cost 2, overshot 1'],
    ['gas_money', 'missing gas money (anvil)', 'Insufficient funds for gas * price + value'],
    ['gas_money', 'missing gas money (nethermind)', 'InsufficientFunds, Account balance: 1, cumulative cost: 2'],
    ['gas_money', 'missing gas money (besu)', 'Upfront cost exceeds account balance'],
  ])('broadcast leaves the outcome unknown with the obstacle %s after %s', async (obstacle, _, refused) => {
    answers['eth_sendRawTransaction'] = { refused }
    expect(await node().broadcast(Uint8Array.of(1))).toEqual({ outcome: 'unknown', reason: refused, obstacle })
  })

  test.each(['already known', 'AlreadyKnown', 'Known transaction', 'transaction already imported'])(
    'broadcast reports the transaction as known when the node says "%s"',
    async (refused) => {
      answers['eth_sendRawTransaction'] = { refused }
      expect(await node().broadcast(Uint8Array.of(1))).toEqual({ outcome: 'known' })
    },
  )
})

describe('credentials in the URL', () => {
  test('reach the node as a header and appear in no message', async () => {
    const withLogin = url.replace('http://', 'http://alice:s3cret@')
    await createEvmNode({ rail, rpcUrl: withLogin }).readHead()
    expect(authorization).toBe(`Basic ${Buffer.from('alice:s3cret').toString('base64')}`)
    const problem: unknown = await createEvmNode({ rail, rpcUrl: 'http://alice:s3cret@127.0.0.1:1/k3y' })
      .readHead()
      .catch((reason: unknown) => reason)
    expect(JSON.stringify(problem, Object.getOwnPropertyNames(problem))).not.toMatch(/s3cret|k3y/)
    expect(() => createEvmNode({ rail, rpcUrl: 'alice:s3cret@nowhere' })).toThrow('The RPC address of the node is no http or https URL')
  })
})
