import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type RunningBitcoin, startBitcoin } from '@gateway/devnet/bitcoin/bitcoin'
import { mineBitcoin, newBitcoinAddress, payBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import vectors from '../../../vectors/bitcoin-genesis.json' with { type: 'json' }
import { getBitcoinNetwork } from '../../definitions/bitcoin.ts'
import { ChainUnavailable, LeftBitcoin, WrongNetwork } from '../../errors.ts'
import type { ChainNode } from '../../rail/chain-node.ts'
import { createBitcoinNode } from '../node.ts'
import { createBitcoinRail } from '../rail.ts'

/** A real node behind a server that alters its answers: the node is honest until a test sets a lie. */
type Reply = { id: number; result?: unknown; error?: { code: number; message: string } | null }
type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }
type Lie = {
  readonly alter?: (method: string, reply: Reply) => unknown
  readonly respond?: (response: ServerResponse, calls: readonly Call[]) => void
}

const password = 'p%40ss'
let lie: Lie = {}
let seen: IncomingMessage[] = []
let dataDir: string
let bitcoin: RunningBitcoin
let liar: Server
let liarUrl: string
let node: ChainNode
let height: number
let minedId: string
let lastRaw: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bitcoin-lies-'))
  bitcoin = await startBitcoin({ dataDir })
  for (const sats of [10_000n, 20_000n]) minedId = await payBitcoin(bitcoin, { address: await newBitcoinAddress(bitcoin), sats })
  await mineBitcoin(bitcoin, 1)
  height = await callRpc(bitcoin.rpc, { method: 'getblockcount' })
  const { tx } = await callRpc<{ tx: string[] }>(bitcoin.rpc, {
    method: 'getblock',
    params: [await callRpc(bitcoin.rpc, { method: 'getbestblockhash' })],
  })
  lastRaw = await callRpc(bitcoin.rpc, { method: 'getrawtransaction', params: [tx.at(-1)] })
  liar = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve))
  // The port of a listening TCP server is never a pipe's name.
  const { port } = liar.address() as AddressInfo
  liarUrl = `http://alice:${password}@127.0.0.1:${port}/wallet/none`
  node = createBitcoinNode({ rail: createBitcoinRail({ chain: 'BTC', network: 'regtest' }), rpcUrl: liarUrl, timeoutMs: 3_000 })
})

afterAll(async () => {
  liar?.closeAllConnections()
  liar?.close()
  await bitcoin?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

afterEach(() => {
  lie = {}
  seen = []
})

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  seen.push(request)
  const body = await text(request)
  const calls = JSON.parse(body) as Call[]
  if (lie.respond) return lie.respond(response, calls)
  const replies = await askNode(body)
  const altered = replies.map((reply) => lie.alter?.(calls.find(({ id }) => id === reply.id)?.method ?? '', reply) ?? reply)
  response.end(JSON.stringify(altered))
}

async function askNode(body: string): Promise<Reply[]> {
  const url = new URL(bitcoin.rpc)
  const authorization = `Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}`
  const response = await fetch(`http://${url.host}`, { method: 'POST', headers: { authorization }, body })
  return (await response.json()) as Reply[]
}

const answer = (method: string, result: unknown): Lie => ({ alter: (asked, { id }) => (asked === method ? { id, result } : undefined) })
const refuse = (method: string, code: number): Lie => ({
  alter: (asked, { id }) => (asked === method ? { id, result: null, error: { code, message: 'no' } } : undefined),
})
const alterBlock = (change: (raw: string) => string): Lie => ({
  alter: (asked, reply) => (asked === 'getblock' ? { ...reply, result: change(String(reply.result)) } : reply),
})
/** A header has 80 bytes, 160 digits; the number of transactions follows. */
const repeatLast = (raw: string) => `${raw.slice(0, 160)}04${raw.slice(162)}${lastRaw}`
const genesis = vectors.raw
const hash = 'ab'.repeat(32)

test('an honest answer through the proxy is accepted', async () => {
  await node.checkNetwork()
  expect((await node.readBlock(height))?.txIds).toContain(minedId)
})

test('the client sends the password in a header and never in the URL', async () => {
  await node.readHead()
  expect(seen[0]?.url).toBe('/wallet/none')
  expect(seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('alice:p@ss').toString('base64')}`)
})

describe('readBlock', () => {
  test.each<[string, Lie]>([
    ['rejects another block', alterBlock(() => genesis)],
    ['rejects a block with a changed amount', alterBlock((raw) => raw.replace('1027000000000000', '1028000000000000'))],
    ['rejects a block with a missing transaction', alterBlock((raw) => `${raw.slice(0, 160)}02${raw.slice(162)}`)],
    ['rejects a block that repeats its last transaction, which keeps the merkle root', alterBlock(repeatLast)],
    ['rejects a block with trailing bytes', alterBlock((raw) => `${raw}00`)],
    ['rejects a block with missing bytes', alterBlock((raw) => raw.slice(0, -2))],
    ['rejects a block that is half a byte short', alterBlock((raw) => raw.slice(0, -1))],
    ['rejects an empty block', alterBlock(() => '')],
    ['rejects a block that is no hex', alterBlock((raw) => `${raw.slice(0, -1)}g`)],
    ['rejects an object', answer('getblock', { tx: [] })],
    ['reports a pruned block as unavailable', refuse('getblock', -1)],
    ['rejects a numeric hash', answer('getblockhash', 5)],
    ['rejects a short hash', answer('getblockhash', 'abcd')],
    ['rejects a block under another hash', answer('getblockhash', hash)],
    ['reports any other error as unavailable', refuse('getblockhash', -28)],
  ])('%s', async (_, told) => {
    lie = told
    await expect(node.readBlock(height)).rejects.toThrow(ChainUnavailable)
  })
})

describe('readHead', () => {
  const honest = { chain: 'regtest', blocks: 5, bestblockhash: hash }
  test.each<[string, unknown]>([
    ['rejects a fractional height', { ...honest, blocks: 1.5 }],
    ['rejects a negative height', { ...honest, blocks: -1 }],
    ['rejects a height as text', { ...honest, blocks: '5' }],
    ['rejects a height beyond safe integers', { ...honest, blocks: 1e300 }],
    ['rejects a head without a hash', { ...honest, bestblockhash: undefined }],
    ['rejects a hash in capitals', { ...honest, bestblockhash: hash.toUpperCase() }],
    ['rejects null', null],
    ['rejects a list', []],
  ])('%s', async (_, told) => {
    lie = answer('getblockchaininfo', told)
    await expect(node.readHead()).rejects.toThrow(ChainUnavailable)
  })

  test('rejects a node of another chain', async () => {
    lie = answer('getblockchaininfo', { ...honest, chain: 'main' })
    await expect(node.readHead()).rejects.toThrow(WrongNetwork)
  })

  test('rejects a node on which the BLAKE2b fork of Bitcoin Knots is switched on', async () => {
    lie = answer('getblockchaininfo', { ...honest, difficulty_blake2b: 2 })
    await expect(node.readHead()).rejects.toThrow(
      'The BTC node follows Bitcoin Knots, which left Bitcoin in August 2026 (it answers difficulty_blake2b); this deployment needs Bitcoin Core 29 or newer',
    )
  })

  test('rejects a node with another genesis block', async () => {
    lie = answer('getblockhash', hash)
    await expect(node.checkNetwork()).rejects.toThrow(WrongNetwork)
  })
})

describe('checkNetwork on mainnet', () => {
  const { genesisHash, ownBlocks } = getBitcoinNetwork('BTC', 'mainnet')
  const known = new Map([[0, genesisHash], ...(ownBlocks ?? []).map(({ height, hash: own }) => [height, own] as const)])
  const answers = (changes: Record<string, unknown>): Record<string, unknown> => ({
    getblockchaininfo: { chain: 'main', blocks: 970_000, bestblockhash: hash },
    getnetworkinfo: { subversion: '/Satoshi:31.1.0/' },
    ...changes,
  })
  /** A node that answers as one of mainnet does, with these changes. */
  const asMainnet = (changes: Record<string, unknown>, blocks: ReadonlyMap<number, string> = known): Lie => ({
    respond: (response, calls) => {
      const told = answers(changes)
      const replies = calls.map(({ id, method, params }) => {
        if (method !== 'getblockhash') return { id, result: told[method] }
        const found = blocks.get(Number(params[0]))
        return found === undefined ? { id, result: null, error: { code: -8, message: 'Block height out of range' } } : { id, result: found }
      })
      response.end(JSON.stringify(replies))
    },
  })
  const check = (told: Lie) => {
    lie = told
    return createBitcoinNode({ rail: createBitcoinRail({ chain: 'BTC', network: 'mainnet' }), rpcUrl: liarUrl }).checkNetwork()
  }

  test('A node of Bitcoin Core is accepted', async () => {
    await expect(check(asMainnet({}))).resolves.toBeUndefined()
  })

  test.each(['/Satoshi:29.4.3/Knots:20260508/', '/Satoshi:29.5.0/Knots:20270101/btcpay:1/'])(
    'A node that calls itself %s is refused',
    async (subversion) => {
      await expect(check(asMainnet({ getnetworkinfo: { subversion } }))).rejects.toThrow(LeftBitcoin)
    },
  )

  test('A release of Bitcoin Knots from before the split is Bitcoin', async () => {
    await expect(check(asMainnet({ getnetworkinfo: { subversion: '/Satoshi:28.1.0/Knots:20250305/' } }))).resolves.toBeUndefined()
  })

  test('A node under another name is refused by the block after the split', async () => {
    const blocks = new Map([...known, [963_647, hash]])
    const checked = check(asMainnet({}, blocks))
    await expect(checked).rejects.toThrow(WrongNetwork)
    await expect(checked).rejects.toThrow(`mainnet with block 963647 ${hash}`)
  })

  test('A node that has not reached the newest checkpoint is awaited', async () => {
    const blocks = new Map([...known].filter(([height]) => height < 900_000))
    await expect(check(asMainnet({}, blocks))).rejects.toThrow('it has not caught up with block 963647 yet')
  })
})

describe('estimateFees', () => {
  const relay = (mempoolminfee: number, minrelaytxfee: number, incrementalrelayfee: number): Lie => ({
    alter: (asked, { id }) => {
      if (asked === 'estimatesmartfee') return { id, result: { feerate: 0.000001, blocks: 3 } }
      return asked === 'getmempoolinfo' ? { id, result: { mempoolminfee, minrelaytxfee, incrementalrelayfee } } : undefined
    },
  })
  test.each<[string, Lie, { milliSatsPerVbyte: bigint; relayIncrement: bigint }]>([
    [
      'follows a node that relays a tenth of a satoshi per byte',
      relay(0.000001, 0.000001, 0.000001),
      { milliSatsPerVbyte: 100n, relayIncrement: 1_000n },
    ],
    ['rises with a full mempool', relay(0.0000123, 0.000001, 0.000001), { milliSatsPerVbyte: 1_230n, relayIncrement: 1_000n }],
    [
      'is what the node relays where that is more',
      relay(0.000001, 0.00002, 0.000001),
      { milliSatsPerVbyte: 2_000n, relayIncrement: 1_000n },
    ],
    [
      'raises a replacement by more where the node asks for more',
      relay(0.000001, 0.000001, 0.00003),
      { milliSatsPerVbyte: 100n, relayIncrement: 3_000n },
    ],
  ])('the fee rate %s', async (_, told, expected) => {
    lie = told
    expect(await node.estimateFees()).toEqual({ family: 'utxo', ...expected })
  })
})

describe('readMempool', () => {
  beforeAll(async () => {
    await payBitcoin(bitcoin, { address: await newBitcoinAddress(bitcoin), sats: 30_000n })
  })

  test.each<[string, Lie]>([
    ['rejects numeric ids', answer('getrawmempool', [1, 2])],
    ['rejects a detailed mempool', answer('getrawmempool', { [hash]: {} })],
    ['rejects another transaction', answer('getrawtransaction', genesis.slice(162))],
    ['rejects bytes that are no transaction', answer('getrawtransaction', 'abcd')],
    ['rejects a decoded transaction', answer('getrawtransaction', { txid: hash })],
    ['reports any other error as unavailable', refuse('getrawtransaction', -1)],
  ])('%s', async (_, told) => {
    lie = told
    await expect(node.readMempool(new Set())).rejects.toThrow(ChainUnavailable)
  })

  test('skips a transaction that disappears between two calls and keeps it unseen', async () => {
    lie = { alter: (method, reply) => (method === 'getrawmempool' ? { ...reply, result: [hash, ...(reply.result as string[])] } : reply) }
    const view = await node.readMempool(new Set())
    expect(view.txIds.has(hash)).toBe(false)
    expect(view.txIds.size).toBe(1)
    expect(view.transfers.some(({ units }) => units === 30_000n)).toBe(true)
  })
})

describe('invalid answers about money', () => {
  test.each<[string, () => unknown]>([
    ['for another transaction', () => ({ txid: hash, confirmations: 1, fee: 0.1 })],
    ['without a fee', () => ({ txid: minedId, confirmations: 1 })],
    ['with a negative fee', () => ({ txid: minedId, confirmations: 1, fee: -0.1 })],
    ['without an id', () => ({ confirmations: 1, fee: 0.1 })],
    ['of null', () => null],
  ])('cause ChainUnavailable: a receipt %s', async (_, told) => {
    lie = answer('getrawtransaction', told())
    await expect(node.readReceipts([minedId])).rejects.toThrow(ChainUnavailable)
  })

  test.each([{ feerate: -1 }, { feerate: '0.1' }, { feerate: 1e-9 }, 'none', null])(
    'cause ChainUnavailable: the fee estimate %j',
    async (told) => {
      lie = answer('estimatesmartfee', told)
      await expect(node.estimateFees()).rejects.toThrow(ChainUnavailable)
    },
  )

  test.each([
    { unspents: [] },
    { height: 1, unspents: [{ amount: '1', height: 1 }] },
    { height: 1, unspents: [{ amount: -1, height: 1 }] },
  ])('cause ChainUnavailable: the balance %j', async (told) => {
    lie = answer('scantxoutset', told)
    await expect(node.readBalance(await newBitcoinAddress(bitcoin))).rejects.toThrow(ChainUnavailable)
  })

  test.each<[string, Lie]>([
    ['with another id', answer('sendrawtransaction', hash)],
    ['with null', answer('sendrawtransaction', null)],
    ['with an unknown error', refuse('sendrawtransaction', -1)],
    ['by silence', { respond: () => undefined }],
    ['with a closed connection', { respond: (response) => void response.destroy() }],
    ['with an HTML page', { respond: (response) => void response.writeHead(502).end('<html>') }],
  ])('leave the outcome of a broadcast unknown: an answer %s', async (_, told) => {
    lie = told
    expect(await node.broadcast(Buffer.from(genesis.slice(162), 'hex'))).toMatchObject({ outcome: 'unknown' })
  })

  test('leave the outcome unknown when the node accepts bytes that are no transaction', async () => {
    lie = answer('sendrawtransaction', hash)
    expect(await node.broadcast(new Uint8Array([1, 2, 3]))).toMatchObject({ outcome: 'unknown' })
  })

  test('count as a refusal for missing inputs of bytes that are no transaction', async () => {
    lie = refuse('sendrawtransaction', -25)
    expect(await node.broadcast(new Uint8Array([1, 2, 3]))).toEqual({ outcome: 'refused', reason: 'no', obstacle: 'not_the_fee' })
  })
})

describe('the client reports a node as unavailable after', () => {
  test('a redirect, because another server could answer', async () => {
    const head = JSON.stringify([{ id: 0, result: { chain: 'regtest', blocks: 5, bestblockhash: hash } }])
    lie = {
      respond: (response) =>
        void (response.req.url === '/elsewhere' ? response.end(head) : response.writeHead(307, { location: '/elsewhere' }).end()),
    }
    await expect(node.readHead()).rejects.toThrow(ChainUnavailable)
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['a timeout', () => undefined],
    ['half an answer', (response) => void response.write('[{"id":0,')],
    ['a closed connection', (response) => void response.destroy()],
    ['wrong credentials', (response) => void response.writeHead(401).end()],
    ['an overload response', (response) => void response.writeHead(503).end('Work queue depth exceeded')],
    ['an empty body', (response) => void response.end()],
    ['an object', (response) => void response.end('{}')],
    ['an empty batch', (response) => void response.end('[]')],
    ['a reply to another call', (response) => void response.end('[{"id":7,"result":1}]')],
    ['a reply without an id', (response) => void response.end('[{"result":1}]')],
    ['an error without a code', (response) => void response.end('[{"id":0,"error":"no"}]')],
    ['a number that would exhaust memory', (response) => void response.end('[{"id":0,"result":1e99999}]')],
  ])('%s', async (_, respond) => {
    lie = { respond }
    const failure = await node.readHead().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ChainUnavailable)
    expect(`${JSON.stringify(failure)} ${String(failure)}`).not.toMatch(/alice|p%40ss|p@ss/)
  })
})

test.each(['alice:secret@node', 'http://alice:secret@no de', 'secret'])(
  'rejects an RPC address that is no HTTP URL without repeating it',
  (rpcUrl) => {
    const create = () => createBitcoinNode({ rail: createBitcoinRail({ chain: 'BTC', network: 'regtest' }), rpcUrl })
    expect(create).toThrow(TypeError)
    expect(create).not.toThrow(/secret/)
  },
)
