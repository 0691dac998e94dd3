import { ChainUnavailable } from '@gateway/chains/errors'
import { createReconciliationNode } from '@gateway/chains/nodes'
import { tables } from '@gateway/db/tables'
import { placeSolanaAccount } from '@gateway/devnet/solana/solana-faucet'
import type { Payment } from '@gateway/domain/payments/payment'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listPauses } from '../../custody/pauses/pause-payouts.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { openSolanaShop, type SolanaShop } from '../../testing/solana-shop.ts'
import { attemptsOf, openChain, output, type TestChain, txOf } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { reconcileChainDue } from './reconcile-chain.ts'

const THERE = { result: { bestblock: 'b', value: 0.001 } }
const GONE = { result: null }
// What Bitcoin Core says while it loads its blocks: RPC_IN_WARMUP of rpc/protocol.h.
const STARTING = { error: { code: -28, message: 'Loading block index…' } }

let shop: TestShop
let chain: TestChain
let node: Server
let payment: Payment
/** The node's answer about every output. */
let says: object
beforeEach(async () => {
  says = THERE
  shop = await openShop({}, 1)
  chain = await openChain(shop.ctx, 'BTC')
  payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await chain.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
  node = createServer(async (request, response) => {
    const calls = (await json(request)) as readonly { id: number }[] // Our own questions.
    response.end(JSON.stringify(calls.map(({ id }) => ({ id, ...says }))))
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  node.close()
  await closeShop(shop)
})

const db = () => tables(shop.ctx.orm.em.fork())
const paused = async () => (await listPauses(shop.ctx)).map(({ scope, pausedBy }) => `${scope} by ${pausedBy}`)

/** One check; `waiting` runs each time it waits for the scanner. */
function look(waiting: () => Promise<void>): Promise<void> {
  const { port } = node.address() as AddressInfo // It listens on a port.
  const asked = createReconciliationNode('BTC', { rpcUrl: `http://127.0.0.1:${port}`, tokens: {} })
  return reconcileChainDue(shop.ctx, { node: asked, waitForBlocks: waiting })
}

/** Records that the scanner has reached the head. */
async function readOn(): Promise<void> {
  shop.ctx.clock.advance(1_000)
  await db().updateTable('chain_cursor').set({ caughtUpAt: shop.ctx.clock.now() }).execute()
}

test('a check that finds every output asks the node once', async () => {
  await look(async () => expect.unreachable())
  expect(await paused()).toEqual([])
})

test('outputs are checked once a minute, by one process', async () => {
  await look(async () => expect.unreachable())
  says = GONE
  shop.ctx.clock.advance(49_000)
  await look(async () => expect.unreachable())
  expect(await paused()).toEqual([])
  shop.ctx.clock.advance(1_000)
  await look(readOn)
  expect(await paused()).toEqual([`payment:${payment.id} by invariant I7 BTC`])
})

test('outputs still missing after the scanner has caught up pause their payment, and no other of the asset', async () => {
  says = GONE
  await look(readOn)
  expect(await paused()).toEqual([`payment:${payment.id} by invariant I7 BTC`])
})

test('an output is still checked once another one of its payment has left', async () => {
  const { address } = await db().selectFrom('payment').select('address').executeTakeFirstOrThrow()
  await chain.mine({ transfers: [output(address, 50_000n, { tx: 2 })] })
  const spend = {
    inputs: [{ resource: txOf(1), sequence: 0, txId: txOf(50) }],
    transfers: [output(wallets.merchant.BTC, 99_000n, { tx: 50 })],
  }
  await chain.mine(spend)
  await chain.mineEmpty(5)
  says = GONE
  await look(readOn)
  expect(await paused()).toEqual([`payment:${payment.id} by invariant I7 BTC`])
  await db().deleteFrom('outgoing_transaction').execute()
})

test('outputs missing at a node that is behind or on another branch pause nothing once they reappear', async () => {
  says = GONE
  await readOn()
  let waits = 0
  await look(async () => {
    waits += 1
    if (waits < 3) return
    says = THERE
    await readOn()
  })
  expect(waits).toBe(3)
  expect(await paused()).toEqual([])
})

describe('an address on Solana that a failed transaction has cost its fee', () => {
  let solana: SolanaShop
  let paidId: string
  const pausedThere = async () => (await listPauses(solana.ctx)).map(({ scope }) => scope)
  beforeEach(async () => {
    solana = await openSolanaShop()
    const { id, address } = await solana.paid('SOL', 60)
    paidId = id
    await signForward(solana.signer, { paymentId: id })
    await solana.chain.pay(address, { lamports: 7n })
    const [signed] = await attemptsOf(solana.ctx)
    await solana.chain.force(signed?.raw ?? new Uint8Array())
    await solana.settle()
  })
  afterEach(async () => {
    await solana.stop()
    await closeShop(solana)
  })

  /** One check at the chain's node, a minute after the last. */
  async function lookThere(): Promise<void> {
    solana.ctx.clock.advance(60_000)
    const asked = createReconciliationNode('SOL', { rpcUrl: solana.chain.solana.rpc, tokens: {} })
    const waitForBlocks = async () => {
      solana.ctx.clock.advance(1_000)
      await solana.scan()
    }
    await reconcileChainDue(solana.ctx, { node: asked, waitForBlocks })
  }

  test('is not paused for that fee while its payout waits, nor for the dust that left with it', async () => {
    await lookThere()
    expect(await pausedThere()).toEqual([])
    solana.ctx.clock.advance(60 * 60_000)
    await solana.scan()
    await signForward(solana.signer, { paymentId: paidId })
    await solana.scan()
    await solana.settle()
    expect((await solana.read(paidId)).state).toBe('forwarded')
    await lookThere()
    expect(await pausedThere()).toEqual([])
  })

  test('is paused when it has a lamport less than that', async () => {
    const { address, dueUnits } = await solana.read(paidId)
    const left = Number(dueUnits + 7n - 5_000n - 1n)
    await placeSolanaAccount(solana.chain.solana, { address, lamports: left, owner: '11111111111111111111111111111111', data: '' })
    await solana.settle()
    await lookThere()
    expect(await pausedThere()).toEqual([`payment:${paidId}`])
  })
})

test('a node that is still starting pauses nothing', async () => {
  says = STARTING
  await expect(look(readOn)).rejects.toThrow(ChainUnavailable)
  expect(await paused()).toEqual([])
})

test('missing outputs pause nothing while a restored database recovers', async () => {
  says = GONE
  const lost = {
    detectedAt: shop.ctx.clock.now(),
    reason: 'database_behind',
    databaseSeq: 0n,
    heights: {},
    recoveredAt: null,
    fileSeq: null,
  }
  await db()
    .insertInto('recovery')
    .values({ id: shop.ctx.ids.uuid(), ...lost })
    .execute()
  await look(readOn)
  expect(await paused()).toEqual([])
})
