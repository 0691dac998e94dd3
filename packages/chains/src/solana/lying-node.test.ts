import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ChainUnavailable, WrongNetwork } from '../errors.ts'
import type { BatchSource, Block, Head, Position } from '../rail/block.ts'
import { signSolForward } from './forward/sign-sol-forward.ts'
import { createSolanaNode } from './node.ts'
import { createSolanaRail } from './rail.ts'
import { readTokenHoldings } from './read-accounts.ts'
import { createSolanaRpc } from './rpc.ts'
import { newKey } from './test-chain.ts'

type Answer = { readonly result: unknown } | { readonly error: { code: number; message: string; data?: unknown } }

/** What the node answers to each method; it stays silent on others. */
let answers: Record<string, Answer | ((params: unknown[]) => Answer) | undefined>
/** What an answer to a method waits for. */
let before: ((method: string) => Promise<void>) | undefined
let respond: ((response: ServerResponse) => void) | undefined
let server: Server
let rpcUrl: string

beforeAll(async () => {
  server = createServer((request, response) => void answerCall(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  answers = {}
  before = undefined
  respond = undefined
})

async function answerCall(request: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  if (respond) return respond(response)
  const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string; params: unknown[] }
  await before?.(method)
  const told = answers[method]
  const answer = typeof told === 'function' ? told(params) : told
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(answer ?? { error: { code: -32_601, message: 'Method not found' } }) }))
}

const rail = createSolanaRail({ network: 'mainnet-beta' })
const open = () => createSolanaNode({ rail, rpcUrl })
const openRpc = () => createSolanaRpc({ chain: 'SOL', rpcUrl })
const key = (fill: string): string => fill.repeat(44)
const signature = (fill: string): string => fill.repeat(88)
const transaction = (own: object = {}, keys = [key('2'), key('3')]) => ({
  transaction: { signatures: [signature('2')], accountKeys: keys.map((pubkey) => ({ pubkey })) },
  meta: {
    err: null,
    fee: 5_000,
    preBalances: [9_000, 0],
    postBalances: [3_000, 1_000],
    preTokenBalances: [],
    postTokenBalances: [],
    ...own,
  },
})
/** A vote as a block tells it: it costs its sender the fee, and no other balance changes. */
const vote = (own: object = {}) => {
  const keys = [key('4'), 'Vote111111111111111111111111111111111111111', key('3')]
  const told = transaction({ preBalances: [9_000, 1, 7], postBalances: [4_000, 1, 7], ...own }, keys)
  return { ...told, transaction: { ...told.transaction, signatures: [signature('4')] } }
}
const block = (own: object = {}) => ({
  blockhash: key('9'),
  previousBlockhash: key('8'),
  parentSlot: 9,
  blockTime: 1_790_000_000,
  transactions: [transaction()],
  ...own,
})

describe('readBlock', () => {
  test('reads an honest block, and leaves votes out', async () => {
    answers['getBlock'] = { result: block({ transactions: [vote(), transaction()] }) }
    expect(await open().readBlock(10)).toMatchObject({
      height: 10,
      hash: key('9'),
      txIds: [signature('2')],
      transfers: [{ units: 1_000n }],
    })
  })

  test.each<[string, object, object]>([
    ['lamports', { preBalances: [9_000, 1, 0], postBalances: [3_999, 1, 1] }, { ref: `${signature('4')}:2`, to: key('3'), units: 1n }],
    ['tokens', { postTokenBalances: [{ ...tokenAt(2), owner: key('5') }] }, { ref: `${signature('4')}:2`, to: key('5'), units: 1n }],
  ])('A payment of %s that names the vote program is a payment', async (_, own, transfer) => {
    answers['getBlock'] = { result: block({ transactions: [vote(own), vote()] }) }
    expect(await open().readBlock(10)).toMatchObject({ txIds: [signature('4')], transfers: [transfer] })
  })

  test('A transaction with an error and no fee did not run, and is in no block, even beside itself', async () => {
    const failed = { preBalances: [9_000, 0], postBalances: [9_000, 0], err: 'InsufficientFundsForFee' }
    answers['getBlock'] = { result: block({ transactions: [transaction({ ...failed, fee: 0 }), transaction()] }) }
    expect(await open().readBlock(10)).toMatchObject({ txIds: [signature('2')], transfers: [{ units: 1_000n }] })
    answers['getBlock'] = { result: block({ transactions: [transaction({ ...failed, fee: 0 })] }) }
    expect(await open().readBlock(10)).toMatchObject({ txIds: [], transfers: [], spends: [] })
    answers['getBlock'] = { result: block({ transactions: [transaction({ ...failed, fee: 5_000, postBalances: [4_000, 0] })] }) }
    expect(await open().readBlock(10)).toMatchObject({ txIds: [signature('2')], transfers: [], spends: [{ units: 5_000n }] })
  })

  test.each([-32_007, -32_009, -32_004, -32_014])('There is no block where the node answers %i', async (code) => {
    answers['getBlock'] = { error: { code, message: 'skipped' } }
    expect(await open().readBlock(10)).toBeUndefined()
  })

  test.each<[string, Answer]>([
    ['another error', { error: { code: -32_015, message: 'Transaction version (7) is not supported' } }],
    ['a parent above it', { result: block({ parentSlot: 10 }) }],
    ['no time', { result: block({ blockTime: null }) }],
    ['a transaction twice', { result: block({ transactions: [transaction(), transaction()] }) }],
    ['a transaction without its outcome', { result: block({ transactions: [{ ...transaction(), meta: null }] }) }],
    ['too few balances', { result: block({ transactions: [transaction({ postBalances: [3_000] })] }) }],
    ['too many balances', { result: block({ transactions: [transaction({ preBalances: [9_000, 0, 5] })] }) }],
    ['a vote without its balances', { result: block({ transactions: [vote({ preBalances: [], postBalances: [] })] }) }],
    ['a negative balance', { result: block({ transactions: [transaction({ preBalances: [-9_000, 0] })] }) }],
    ['half a lamport', { result: block({ transactions: [transaction({ postBalances: [3_000, 0.5] })] }) }],
    ['a token balance of no account', { result: block({ transactions: [transaction({ postTokenBalances: [tokenAt(2)] })] }) }],
    ['an amount that is no integer', { result: block({ transactions: [transaction({ postTokenBalances: [tokenAt(1, '1.5')] })] }) }],
    ['no transactions', { result: block({ transactions: undefined }) }],
  ])('rejects a block with %s', async (_, answer) => {
    answers['getBlock'] = answer
    await expect(open().readBlock(10)).rejects.toThrow(ChainUnavailable)
  })
})

const tokenAt = (accountIndex: number, amount = '1') => ({ accountIndex, mint: rail.usdc, owner: key('3'), uiTokenAmount: { amount } })

/** One block forward or one back, as the scanner goes. */
async function step(source: BatchSource, ring: Position[], head: Head): Promise<void> {
  const at = ring.at(-1)
  if (!at) throw new Error('The scanner went back too far')
  const block = await source.nextBatch(at, head)
  if (block?.parentHash === at.hash) ring.push({ height: block.height, hash: block.hash })
  else ring.pop()
}

async function readRange(): Promise<Block[]> {
  const blocks: Block[] = []
  for await (const read of open().openBatches().readRange({ from: 10, to: 12 })) blocks.push(read)
  return blocks
}

describe('the source of blocks', () => {
  const cursor = { height: 9, hash: key('8') }
  const head = { height: 12, hash: key('7'), finalizedHeight: undefined }

  test.each([[[13]], [[9]], [[11, 10]], [['10']], [{ slots: [10] }]])('rejects the list of slots %j', async (result) => {
    answers['getBlocks'] = { result }
    await expect(open().openBatches().nextBatch(cursor, head)).rejects.toThrow(ChainUnavailable)
  })

  test('rejects a list that leaves out the parent of a block', async () => {
    answers['getBlocks'] = { result: [11] }
    answers['getBlock'] = { result: block({ parentSlot: 10, previousBlockhash: key('7') }) }
    await expect(open().openBatches().nextBatch(cursor, head)).rejects.toThrow('omitted block 10')
    await expect(readRange()).rejects.toThrow('omitted block 10')
  })

  test('lists again when the first list left a block out', async () => {
    let asked = 0
    answers['getBlocks'] = () => ({ result: asked++ === 0 ? [11] : [10, 11] })
    answers['getBlock'] = ([slot]) => ({ result: block({ parentSlot: Number(slot) - 1, previousBlockhash: key(slot === 10 ? '8' : '7') }) })
    expect(await open().openBatches().nextBatch(cursor, head)).toMatchObject({ height: 10 })
  })

  test.each([1, 2, 3, 5])(
    'blocks that were read ahead do not keep a scanner from the other chain of a node that jumps after %i blocks',
    async (read) => {
      /** Blocks above the cursor, each after the one before; of another chain they begin with another digit. */
      let chain = '2'
      const hashAt = (slot: number) => (slot === 9 ? key('8') : key(chain).slice(2) + '23456789AB'.charAt(slot - 10).repeat(2))
      answers['getBlocks'] = ([from, to]) => ({
        result: [10, 11, 12, 13, 14, 15].filter((slot) => slot >= Number(from) && slot <= Number(to)),
      })
      answers['getBlock'] = ([slot]) => ({
        result: block({ parentSlot: Number(slot) - 1, blockhash: hashAt(Number(slot)), previousBlockhash: hashAt(Number(slot) - 1) }),
      })
      const source = open().openBatches()
      const top = { height: 15, hash: '', finalizedHeight: 15 }
      const ring: Position[] = [cursor]
      for (let left = read; left > 0; left--) await step(source, ring, top)
      expect(ring.at(-1)).toEqual({ height: 9 + read, hash: hashAt(9 + read) })
      chain = '3'
      while (ring.at(-1)?.hash !== hashAt(15)) await step(source, ring, top)
      expect(ring).toEqual([9, 10, 11, 12, 13, 14, 15].map((height) => ({ height, hash: hashAt(height) })))
    },
  )

  test('Eight blocks are asked for at once, and come in order whatever the order of the answers', { timeout: 20_000 }, async () => {
    const slots = [10, 11, 12, 13, 14, 15, 16, 17]
    const hashAt = (slot: number) => (slot === 9 ? key('8') : key('2').slice(1) + 'ABCDEFGH'.charAt(slot - 10))
    answers['getBlocks'] = { result: slots }
    answers['getBlock'] = ([slot]) => ({
      result: block({ parentSlot: Number(slot) - 1, blockhash: hashAt(Number(slot)), previousBlockhash: hashAt(Number(slot) - 1) }),
    })
    const waiting: (() => void)[] = []
    before = async (method) => {
      if (method !== 'getBlock') return
      await new Promise<void>((answered) => {
        waiting.push(answered)
        if (waiting.length === slots.length) for (const answer of waiting.toReversed()) answer()
      })
    }
    const source = open().openBatches()
    const ring: Position[] = [cursor]
    for (const _ of slots) await step(source, ring, { height: 17, hash: hashAt(17), finalizedHeight: 17 })
    expect(ring.slice(1)).toEqual(slots.map((height) => ({ height, hash: hashAt(height) })))
  })

  test('There is no next block while a listed one is missing', async () => {
    answers['getBlocks'] = { result: [10] }
    answers['getBlock'] = { error: { code: -32_004, message: 'not available' } }
    expect(await open().openBatches().nextBatch(cursor, head)).toBeUndefined()
    await expect(readRange()).rejects.toThrow('it has no block 10')
  })
})

describe('other answers', () => {
  const tellFees = (height: number) => {
    answers['getLatestBlockhash'] = { result: { context: { slot: 9 }, value: { blockhash: key('9'), lastValidBlockHeight: 155 } } }
    answers['getFeeForMessage'] = { result: { context: { slot: 9 }, value: 5_000 } }
    answers['getMinimumBalanceForRentExemption'] = ([bytes]) => ({ result: bytes === 0 ? 650_240 : 1_488_440 })
    answers['getBlockHeight'] = ([config]) =>
      (config as { minContextSlot: number }).minContextSlot === 9 ? { result: height } : { error: { code: -32_016, message: 'behind' } }
  }

  test.each([5, 155])('an estimate names rent as the node tells it, and the newest height, which may be %i', async (blockHeight) => {
    tellFees(blockHeight)
    const fees = { leastBalance: 650_240n, tokenAccountRent: 1_488_440n, lastValidBlockHeight: 155, blockHeight }
    expect(await open().estimateFees()).toMatchObject(fees)
  })

  test.each([
    { height: 4, told: 'more blocks left than a blockhash has' },
    { height: 156, told: 'a blockhash that has lapsed' },
  ])('an estimate with $told is rejected', async ({ height }) => {
    tellFees(height)
    await expect(open().estimateFees()).rejects.toThrow(ChainUnavailable)
  })

  test('another genesis is another network', async () => {
    answers['getGenesisHash'] = { result: key('5') }
    await expect(open().checkNetwork()).rejects.toThrow(WrongNetwork)
  })

  test('token accounts of another owner are rejected', async () => {
    const info = { mint: rail.usdc, owner: key('4'), tokenAmount: { amount: '5' } }
    answers['getTokenAccountsByOwner'] = {
      result: { context: { slot: 1 }, value: [{ pubkey: key('5'), account: { data: { parsed: { info } } } }] },
    }
    await expect(readTokenHoldings({ rpc: openRpc() }, { owner: key('3'), mint: rail.usdc })).rejects.toThrow('another owner')
  })

  test('fewer accounts than asked for are rejected', async () => {
    answers['getMultipleAccounts'] = { result: { context: { slot: 1 }, value: [] } }
    await expect(open().readCoins([key('3')])).rejects.toThrow('another number')
  })

  test('bytes of another transaction are rejected', async () => {
    const { raw, txId } = await forward()
    const { meta } = transaction()
    answers['getTransaction'] = { result: { slot: 5, transaction: [Buffer.from(raw).toString('base64'), 'base64'], meta } }
    await expect(open().findTransaction({ txId: signature('3'), blockHash: null })).rejects.toThrow('not signed')
    await expect(open().readReceipts([signature('3')])).rejects.toThrow('another transaction')
    expect(await open().findTransaction({ txId, blockHash: null })).toMatchObject({ txId })
    const changed = Uint8Array.from(raw)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    answers['getTransaction'] = { result: { slot: 5, transaction: [Buffer.from(changed).toString('base64'), 'base64'], meta } }
    await expect(open().findTransaction({ txId, blockHash: null })).rejects.toThrow('not signed')
  })
})

describe('findHeight', () => {
  test('is the slot of the block, and none for a transaction that no block has or a text that is no signature', async () => {
    const { raw, txId } = await forward()
    const { meta } = transaction()
    answers['getTransaction'] = { result: { slot: 5, transaction: [Buffer.from(raw).toString('base64'), 'base64'], meta } }
    expect(await open().findHeight(txId)).toBe(5)
    await expect(open().findHeight(signature('3'))).rejects.toThrow('another transaction')
    answers['getTransaction'] = { result: null }
    expect(await open().findHeight(txId)).toBeUndefined()
    answers = {}
    expect(await Promise.all(['nothing', 'z'.repeat(88), txId.slice(2)].map((text) => open().findHeight(text)))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('readLapses', () => {
  const expiring = { txId: signature('2'), lastValidBlockHeight: 100 }
  const tell = (blockHeight: number, slot: number, status: unknown) => {
    answers['getEpochInfo'] = { result: { absoluteSlot: 200, blockHeight } }
    answers['getSignatureStatuses'] = { result: { context: { slot }, value: [status] } }
  }

  test.each([
    { told: 'is past', height: 101, slot: 200, status: null, lapse: 'lapsed' },
    { told: 'is at its last height', height: 100, slot: 200, status: null, lapse: 'open' },
    { told: 'comes from a node behind the final block', height: 101, slot: 199, status: null, lapse: 'open' },
    { told: 'is past and in a block', height: 101, slot: 200, status: { slot: 150, err: null }, lapse: 'landed' },
  ])('A transaction is $lapse when it $told', async ({ height, slot, status, lapse }) => {
    tell(height, slot, status)
    expect(await open().readLapses([expiring])).toEqual({ finalHeight: 200, fates: new Map([[expiring.txId, lapse]]) })
  })

  test.each([
    { told: 'that it did not run', found: { err: 'AccountNotFound', fee: 0 }, lapse: 'lapsed' },
    { told: 'that it failed and paid its fee', found: { err: 'AccountNotFound', fee: 5_000 }, lapse: 'landed' },
    { told: 'nothing', found: undefined, lapse: 'landed' },
  ])('A transaction past its height and in a block with an error is $lapse where the node tells $told of it', async ({ found, lapse }) => {
    tell(101, 200, { slot: 150, err: 'AccountNotFound' })
    const { raw, txId } = await forward()
    const { meta } = transaction(found)
    answers['getTransaction'] = {
      result: found === undefined ? null : { slot: 150, transaction: [Buffer.from(raw).toString('base64'), 'base64'], meta },
    }
    expect((await open().readLapses([{ ...expiring, txId }])).fates.get(txId)).toBe(lapse)
    tell(100, 200, { slot: 150, err: 'AccountNotFound' })
    expect((await open().readLapses([{ ...expiring, txId }])).fates.get(txId)).toBe('open')
  })

  test('a transaction that did not run has no receipt', async () => {
    const { raw, txId } = await forward()
    const { meta } = transaction({ err: 'AccountNotFound', fee: 0 })
    answers['getTransaction'] = { result: { slot: 150, transaction: [Buffer.from(raw).toString('base64'), 'base64'], meta } }
    expect(await open().readReceipts([txId])).toEqual([])
  })

  test('proves nothing without an answer', async () => {
    answers['getEpochInfo'] = { result: { absoluteSlot: 200, blockHeight: 101 } }
    await expect(open().readLapses([expiring])).rejects.toThrow(ChainUnavailable)
    answers['getSignatureStatuses'] = { result: { context: { slot: 200 }, value: [] } }
    await expect(open().readLapses([expiring])).rejects.toThrow('another number')
  })
})

const forward = () => {
  const { key: privateKey, address } = newKey()
  const lifetime = { blockhash: key('9'), lastValidBlockHeight: 150 }
  return signSolForward({ privateKey, balanceUnits: 15_000n, legs: [{ address, units: 10_000n }], feeUnits: 5_000n, lifetime })
}

describe('broadcast', () => {
  const preflight = (err: unknown): Answer => ({ error: { code: -32_002, message: 'Transaction simulation failed', data: { err } } })
  const unseen = { result: { context: { slot: 1 }, value: [null] } }

  test.each<[string, Answer, object]>([
    ['AlreadyProcessed', preflight('AlreadyProcessed'), { outcome: 'known' }],
    ['BlockhashNotFound', preflight('BlockhashNotFound'), { outcome: 'unknown', obstacle: 'not_the_fee' }],
    ['InsufficientFundsForFee', preflight('InsufficientFundsForFee'), { outcome: 'unknown', obstacle: 'gas_money' }],
    ['AccountNotFound', preflight('AccountNotFound'), { outcome: 'unknown', obstacle: 'gas_money' }],
    ['AccountInUse', preflight('AccountInUse'), { outcome: 'unknown' }],
    ['an error of an instruction', preflight({ InstructionError: [0, { Custom: 1 }] }), { outcome: 'refused', obstacle: 'not_the_fee' }],
    ['too few lamports', preflight({ InsufficientFundsForRent: { account_index: 1 } }), { outcome: 'refused', obstacle: 'not_the_fee' }],
    ['an invalid signature', { error: { code: -32_003, message: 'bad signature' } }, { outcome: 'refused', obstacle: 'not_the_fee' }],
    ['unreadable bytes', { error: { code: -32_602, message: 'failed to deserialize' } }, { outcome: 'refused', obstacle: 'not_the_fee' }],
    ['a node that is behind', { error: { code: -32_005, message: 'Node is behind by 42 slots' } }, { outcome: 'unknown' }],
    ['another signature', { result: signature('3') }, { outcome: 'unknown' }],
    ['no signature', { result: null }, { outcome: 'unknown' }],
  ])('after %s', async (_, answer, outcome) => {
    answers['sendTransaction'] = answer
    answers['getSignatureStatuses'] = unseen
    expect(await open().broadcast((await forward()).raw)).toMatchObject(outcome)
  })

  test('A transaction is accepted with its own signature, and known when a block has it whatever the preflight finds', async () => {
    const { raw, txId } = await forward()
    answers['sendTransaction'] = { result: txId }
    expect(await open().broadcast(raw)).toEqual({ outcome: 'accepted' })
    answers['sendTransaction'] = preflight('BlockhashNotFound')
    answers['getSignatureStatuses'] = { result: { context: { slot: 1 }, value: [{ confirmationStatus: 'finalized' }] } }
    expect(await open().broadcast(raw)).toEqual({ outcome: 'known' })
  })

  test('Bytes that are no transaction are no success, whatever the node answers', async () => {
    answers['sendTransaction'] = { result: signature('3') }
    expect(await open().broadcast(new Uint8Array([1, 2, 3]))).toMatchObject({ outcome: 'unknown' })
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['a closed connection', (response) => void response.destroy()],
    ['an HTML page', (response) => void response.writeHead(502).end('<html>')],
    ['an empty body', (response) => void response.end()],
    ['a list', (response) => void response.end('[]')],
    ['a redirect', (response) => void response.writeHead(307, { location: '/elsewhere' }).end()],
  ])('stays unknown after %s', async (_, answer) => {
    respond = answer
    expect(await open().broadcast((await forward()).raw)).toMatchObject({ outcome: 'unknown' })
    await expect(open().readHead()).rejects.toThrow(ChainUnavailable)
  })
})

test('credentials of the URL are sent as a header and are in no message', async () => {
  let authorization: string | undefined
  respond = (response) => {
    authorization = response.req.headers.authorization
    response.destroy()
  }
  const node = createSolanaNode({ rail, rpcUrl: rpcUrl.replace('//', '//alice:p%40ss@') })
  const failure = await node.readHead().catch((error: unknown) => error)
  expect(authorization).toBe(`Basic ${Buffer.from('alice:p@ss').toString('base64')}`)
  expect(`${JSON.stringify(failure)} ${String(failure)}`).not.toMatch(/alice|p%40ss|p@ss/)
  expect(() => createSolanaNode({ rail, rpcUrl: 'alice:secret@node' })).toThrow(TypeError)
})
