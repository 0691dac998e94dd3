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
import vectors from '../../vectors/bitcoin-genesis.json' with { type: 'json' }
import { ChainUnavailable, WrongNetwork } from '../errors.ts'
import type { ChainNode } from '../rail.ts'
import { createBitcoinNode } from './node.ts'
import { createBitcoinRail } from './rail.ts'

/** A real node behind a server that alters its answers: the node is honest until a test sets a lie. */
type Reply = { id: number; result?: unknown; error?: { code: number; message: string } | null }
type Lie = { readonly alter?: (method: string, reply: Reply) => unknown; readonly respond?: (response: ServerResponse) => void }

const password = 'p%40ss'
let lie: Lie = {}
let seen: IncomingMessage[] = []
let dataDir: string
let bitcoin: RunningBitcoin
let liar: Server
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
  const rpcUrl = `http://alice:${password}@127.0.0.1:${port}/wallet/none`
  node = createBitcoinNode({ rail: createBitcoinRail({ network: 'regtest' }), rpcUrl, timeoutMs: 3_000 })
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
  if (lie.respond) return lie.respond(response)
  const calls = JSON.parse(body) as { id: number; method: string }[]
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
/** A header is 80 bytes, 160 digits; then comes the number of transactions. */
const repeatLast = (raw: string) => `${raw.slice(0, 160)}04${raw.slice(162)}${lastRaw}`
const genesis = vectors.raw
const hash = 'ab'.repeat(32)

test('an honest answer through the same server is believed', async () => {
  await node.checkNetwork()
  expect((await node.readBlock(height))?.txIds).toContain(minedId)
})

test('the password travels in a header and in no address', async () => {
  await node.readHead()
  expect(seen[0]?.url).toBe('/wallet/none')
  expect(seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('alice:p@ss').toString('base64')}`)
})

describe('a block is not believed', () => {
  test.each<[string, Lie]>([
    ['when it is another block', alterBlock(() => genesis)],
    ['when an amount in it was changed', alterBlock((raw) => raw.replace('1027000000000000', '1028000000000000'))],
    ['when a transaction is missing', alterBlock((raw) => `${raw.slice(0, 160)}02${raw.slice(162)}`)],
    ['when its last transaction is repeated, which keeps the merkle root', alterBlock(repeatLast)],
    ['when bytes follow it', alterBlock((raw) => `${raw}00`)],
    ['when bytes are missing', alterBlock((raw) => raw.slice(0, -2))],
    ['when it is half a byte short', alterBlock((raw) => raw.slice(0, -1))],
    ['when it is empty', alterBlock(() => '')],
    ['when it is no hex', alterBlock((raw) => `${raw.slice(0, -1)}g`)],
    ['when it is an object', answer('getblock', { tx: [] })],
    ['when it was pruned', refuse('getblock', -1)],
    ['when its hash is a number', answer('getblockhash', 5)],
    ['when its hash is short', answer('getblockhash', 'abcd')],
    ['when its hash is another one', answer('getblockhash', hash)],
    ['when the question is refused for another reason', refuse('getblockhash', -28)],
  ])('%s', async (_, told) => {
    lie = told
    await expect(node.readBlock(height)).rejects.toThrow(ChainUnavailable)
  })
})

describe('a head is not believed', () => {
  const honest = { chain: 'regtest', blocks: 5, bestblockhash: hash }
  test.each<[string, unknown]>([
    ['with half a block', { ...honest, blocks: 1.5 }],
    ['below zero', { ...honest, blocks: -1 }],
    ['as text', { ...honest, blocks: '5' }],
    ['beyond all numbers', { ...honest, blocks: 1e300 }],
    ['without a hash', { ...honest, bestblockhash: undefined }],
    ['with a hash in capitals', { ...honest, bestblockhash: hash.toUpperCase() }],
    ['that is nothing', null],
    ['that is a list', []],
  ])('%s', async (_, told) => {
    lie = answer('getblockchaininfo', told)
    await expect(node.readHead()).rejects.toThrow(ChainUnavailable)
  })

  test('of another chain', async () => {
    lie = answer('getblockchaininfo', { ...honest, chain: 'main' })
    await expect(node.readHead()).rejects.toThrow(WrongNetwork)
  })

  test('of a chain with another first block', async () => {
    lie = answer('getblockhash', hash)
    await expect(node.checkNetwork()).rejects.toThrow(WrongNetwork)
  })
})

describe('a mempool is not believed', () => {
  beforeAll(async () => {
    await payBitcoin(bitcoin, { address: await newBitcoinAddress(bitcoin), sats: 30_000n })
  })

  test.each<[string, Lie]>([
    ['when its ids are numbers', answer('getrawmempool', [1, 2])],
    ['when it is detailed', answer('getrawmempool', { [hash]: {} })],
    ['when a transaction is another one', answer('getrawtransaction', genesis.slice(162))],
    ['when a transaction is no transaction', answer('getrawtransaction', 'abcd')],
    ['when a transaction is decoded', answer('getrawtransaction', { txid: hash })],
    ['when a transaction is refused for another reason', refuse('getrawtransaction', -1)],
  ])('%s', async (_, told) => {
    lie = told
    await expect(node.readMempool(new Set())).rejects.toThrow(ChainUnavailable)
  })

  test('a transaction that left between two questions is skipped and stays unseen', async () => {
    lie = { alter: (method, reply) => (method === 'getrawmempool' ? { ...reply, result: [hash, ...(reply.result as string[])] } : reply) }
    const view = await node.readMempool(new Set())
    expect(view.txIds.has(hash)).toBe(false)
    expect(view.txIds.size).toBe(1)
    expect(view.transfers.some(({ units }) => units === 30_000n)).toBe(true)
  })
})

describe('an answer about money is not believed', () => {
  test.each<[string, () => unknown]>([
    ['of another transaction', () => ({ txid: hash, confirmations: 1, fee: 0.1 })],
    ['without a fee', () => ({ txid: minedId, confirmations: 1 })],
    ['with a negative fee', () => ({ txid: minedId, confirmations: 1, fee: -0.1 })],
    ['without an id', () => ({ confirmations: 1, fee: 0.1 })],
    ['that is nothing', () => null],
  ])('receipt %s', async (_, told) => {
    lie = answer('getrawtransaction', told())
    await expect(node.readReceipts([minedId])).rejects.toThrow(ChainUnavailable)
  })

  test.each([{ feerate: -1 }, { feerate: '0.1' }, { feerate: 1e-9 }, 'none', null])('fee %j', async (told) => {
    lie = answer('estimatesmartfee', told)
    await expect(node.estimateFees()).rejects.toThrow(ChainUnavailable)
  })

  test.each([
    { unspents: [] },
    { height: 1, unspents: [{ amount: '1', height: 1 }] },
    { height: 1, unspents: [{ amount: -1, height: 1 }] },
  ])('balance %j', async (told) => {
    lie = answer('scantxoutset', told)
    await expect(node.readBalance(await newBitcoinAddress(bitcoin))).rejects.toThrow(ChainUnavailable)
  })

  test.each<[string, Lie]>([
    ['with another id', answer('sendrawtransaction', hash)],
    ['with nothing', answer('sendrawtransaction', null)],
    ['with a refusal nobody knows', refuse('sendrawtransaction', -1)],
    ['not at all', { respond: () => undefined }],
    ['with a closed line', { respond: (response) => void response.destroy() }],
    ['with a page of HTML', { respond: (response) => void response.writeHead(502).end('<html>') }],
  ])('a broadcast answered %s leaves the outcome open', async (_, told) => {
    lie = told
    expect(await node.broadcast(Buffer.from(genesis.slice(162), 'hex'))).toMatchObject({ outcome: 'unknown' })
  })

  test('a node that accepts what is no transaction leaves the outcome open', async () => {
    lie = answer('sendrawtransaction', hash)
    expect(await node.broadcast(new Uint8Array([1, 2, 3]))).toMatchObject({ outcome: 'unknown' })
  })

  test('a refusal for missing inputs of what is no transaction is a refusal', async () => {
    lie = refuse('sendrawtransaction', -25)
    expect(await node.broadcast(new Uint8Array([1, 2, 3]))).toEqual({ outcome: 'refused', reason: 'no', obstacle: 'not_the_fee' })
  })
})

describe('a node that does not answer properly is unavailable', () => {
  test('a way elsewhere, where somebody else could answer', async () => {
    const head = JSON.stringify([{ id: 0, result: { chain: 'regtest', blocks: 5, bestblockhash: hash } }])
    lie = {
      respond: (response) =>
        void (response.req.url === '/elsewhere' ? response.end(head) : response.writeHead(307, { location: '/elsewhere' }).end()),
    }
    await expect(node.readHead()).rejects.toThrow(ChainUnavailable)
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['silence', () => undefined],
    ['half an answer', (response) => void response.write('[{"id":0,')],
    ['a closed line', (response) => void response.destroy()],
    ['wrong credentials', (response) => void response.writeHead(401).end()],
    ['too much work', (response) => void response.writeHead(503).end('Work queue depth exceeded')],
    ['nothing', (response) => void response.end()],
    ['an object', (response) => void response.end('{}')],
    ['no reply', (response) => void response.end('[]')],
    ['a reply to another question', (response) => void response.end('[{"id":7,"result":1}]')],
    ['a reply without a name', (response) => void response.end('[{"result":1}]')],
    ['an error without a code', (response) => void response.end('[{"id":0,"error":"no"}]')],
    ['a number that fills the memory', (response) => void response.end('[{"id":0,"result":1e99999}]')],
  ])('%s', async (_, respond) => {
    lie = { respond }
    const failure = await node.readHead().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ChainUnavailable)
    expect(`${JSON.stringify(failure)} ${String(failure)}`).not.toMatch(/alice|p%40ss|p@ss/)
  })
})

test.each(['alice:secret@node', 'http://alice:secret@no de', 'secret'])(
  'an address that leads to no web server is refused without repeating it',
  (rpcUrl) => {
    const create = () => createBitcoinNode({ rail: createBitcoinRail({ network: 'regtest' }), rpcUrl })
    expect(create).toThrow(TypeError)
    expect(create).not.toThrow(/secret/)
  },
)
