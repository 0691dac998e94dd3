import type { Block } from '@gateway/chains/rail/block'
import type { AttemptWithInputs } from '@gateway/db/custody/attempt-queries'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rescanBlocks } from '../../chainwatch/scanner/rescan-blocks.ts'
import { payoutMetrics } from '../../observability/metrics/payout-metrics.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { sweepPayments } from '../../payments/sweeps/sweep-payments.ts'
import { attemptsOf, flushedUsdc, openChain, THIRD_PARTY, subjects, type TestChain, tokens } from '../../testing/test-chain.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { pausePayouts } from '../pauses/pause-payouts.ts'
import { bumpStuckAttempts } from './bump-stuck-attempts.ts'

const UNITS = 50_000_000n
const NONCE_USED = { outcome: 'unknown', reason: 'nonce too low' } as const

let shop: TestShop
let eth: TestChain
beforeEach(async () => {
  shop = await openShop({}, 0)
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const attempts = () => attemptsOf(shop.ctx)
const nonceOf = ({ inputs }: AttemptWithInputs) => inputs[0]?.sequence
/** Every attempt as nonce, number and state. */
const signed = async () => (await attempts()).map((attempt) => `${nonceOf(attempt)}/${attempt.n} ${attempt.state}`)
const sign = ({ id }: Payment) => signForward(shop.signer, { paymentId: id })
const nonceInput = (nonce: number) => ({ resource: shop.gasPayer.toLowerCase(), sequence: nonce })
const elsewhere = (nonce: number) => ({ ...nonceInput(nonce), txId: THIRD_PARTY })
const legOf = ({ id }: Payment) => db().selectFrom('spend_intent').select(['state', 'holdReason']).where('ref', '=', id).executeTakeFirst()

let made = 0
async function confirmed(): Promise<Payment> {
  const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
  await eth.mine({ transfers: [tokens(payment.address, UNITS, { tx: ++made })] })
  await eth.mineEmpty(11)
  return payment
}

async function forwarded(): Promise<Payment> {
  const payment = await confirmed()
  await sign(payment)
  await eth.send()
  return payment
}

/** A foreign transaction of the gas payer uses a nonce, and two operators have approved it. */
async function useElsewhere(nonce: number): Promise<Block> {
  const move = {
    kind: 'treasury_move' as const,
    subject: THIRD_PARTY,
    terms: { chain: 'ETH', units: '0', feeUnits: '0' },
    reason: null,
    at: shop.ctx.clock.now(),
  }
  const block = await eth.mine({ inputs: [elsewhere(nonce)] })
  await db()
    .insertInto('approval')
    .values(['operator:anna', 'operator:ben'].map((operator) => ({ ...move, operator })))
    .onConflict((oc) => oc.doNothing())
    .execute()
  return block
}

async function settle(payments: readonly Payment[]): Promise<void> {
  const attempt = (await attempts()).at(-1)
  if (!attempt) throw new Error('nothing was signed')
  const { handle } = attempt
  const flushes = payments.map(({ address }) => flushedUsdc(address, UNITS, handle))
  const { height } = await eth.mine({ attempts: [attempt], receipts: [{ txId: handle, succeeded: true, feeUnits: 7n }], flushes })
  await eth.mineEmpty(1, height)
}

describe('a payout whose nonce a foreign transaction of the gas payer has used', () => {
  test('signs the payout again with the next nonce once the foreign transaction is final, with an alarm and a proof', async () => {
    const alarms: object[] = []
    Object.assign(shop.ctx.log, { error: (fields: object) => void alarms.push(fields) })
    const payment = await forwarded()
    shop.ctx.clock.advance(1_000)
    const { height, hash } = await useElsewhere(0)
    await eth.mineEmpty(3)
    await eth.send(NONCE_USED)
    expect(await signed()).toEqual(['0/0 broadcast'])
    await eth.mineEmpty(1, height)
    expect(await attempts()).toMatchObject([
      { state: 'dead', proof: { usedBy: THIRD_PARTY, sender: shop.gasPayer.toLowerCase(), nonce: '0', height, blockHash: hash } },
    ])
    expect(alarms).toMatchObject([{ alarm: 'nonce_used_elsewhere', txId: THIRD_PARTY, chain: 'ETH' }])
    expect(await legOf(payment)).toEqual({ state: 'planned', holdReason: null })
    shop.ctx.clock.advance(60_000)
    expect(await sweepPayments(shop.ctx)).toBe(0)
    await sign(payment)
    expect(await signed()).toEqual(['0/0 dead', '1/1 signed'])
    await eth.send()
    await settle([payment])
    expect(await signed()).toEqual(['0/0 dead', '1/1 final'])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', forwardTxId: (await attempts())[1]?.handle })
    expect(await shop.book()).toMatchObject({ 'USDC_ETH platform:fee': UNITS / 100n })
    expect((await shop.events(payment.id)).filter((type) => type === 'payment.forwarded')).toHaveLength(1)
  })

  test('marks all its replacements dead too, so that payouts behind its nonce can be fee-bumped again', async () => {
    await forwarded()
    const behind = await forwarded()
    for (let block = 0; block < 3; block++) await eth.mineEmpty(1)
    await bumpStuckAttempts(shop.signer, eth.node.rail)
    await eth.send(NONCE_USED)
    expect(await signed()).toEqual(['0/0 superseded', '1/0 broadcast', '0/1 signed'])
    await eth.mineEmpty(1, (await useElsewhere(0)).height)
    expect(await signed()).toEqual(['0/0 dead', '1/0 broadcast', '0/1 dead'])
    await eth.mineEmpty(3)
    expect(await bumpStuckAttempts(shop.signer, eth.node.rail)).toBe(1)
    expect((await attempts()).at(-1)).toMatchObject({ state: 'signed', inputs: [nonceInput(1)] })
    expect(await legOf(behind)).toMatchObject({ state: 'broadcast' })
  })

  test("keeps the payout's attempt alive until the foreign block is final, and settles it after a reorg", async () => {
    const payment = await forwarded()
    await useElsewhere(0)
    await eth.mineEmpty(2)
    await eth.rollBack(3)
    const [own] = await attempts()
    await settle([payment])
    expect(await attempts()).toMatchObject([{ handle: own?.handle, state: 'final' }])
    expect((await shop.read(payment.id)).state).toBe('forwarded')
  })

  test('settles without a new signature when the foreign transaction flushed it', async () => {
    const payment = await forwarded()
    const { height } = await eth.mine({ inputs: [elsewhere(0)], flushes: [flushedUsdc(payment.address, UNITS)] })
    await eth.mineEmpty(1, height)
    expect(await signed()).toEqual(['0/0 dead'])
    expect((await shop.read(payment.id)).state).toBe('forwarded')
    expect(await legOf(payment)).toMatchObject({ state: 'final' })
  })

  test('a displaced payout waits until its pause is lifted, and concurrent signers then sign it once', async () => {
    const payment = await forwarded()
    await eth.mineEmpty(1, (await useElsewhere(0)).height)
    await pausePayouts(shop.ctx, { scope: 'chain:ETH', reason: 'something is odd', by: 'ada' })
    await sign(payment)
    expect(await legOf(payment)).toEqual({ state: 'held', holdReason: 'paused:chain:ETH' })
    await liftPause(shop.signer, 'chain:ETH')
    await Promise.all([1, 2, 3].map(() => sign(payment)))
    expect(await signed()).toEqual(['0/0 dead', '1/1 signed'])
  })
})

test('a replacement signed while its nonce is proven used dies too, and the payout is signed once', async () => {
  const payment = await forwarded()
  await eth.mineEmpty(3)
  const { height } = await useElsewhere(0)
  await Promise.all([eth.mineEmpty(1, height), ...[1, 2].map(() => bumpStuckAttempts(shop.signer, eth.node.rail))])
  await eth.mineEmpty(1)
  expect((await attempts()).map(({ state }) => state)).not.toContain('signed')
  await sign(payment)
  expect((await attempts()).filter(({ state }) => state !== 'dead')).toMatchObject([{ state: 'signed', inputs: [nonceInput(1)] }])
})

test('a rescan of a block recorded without nonces proves the same', async () => {
  await forwarded()
  const block = await useElsewhere(0)
  await db().updateTable('outgoing_transaction').set({ sender: null, nonce: null }).execute()
  await eth.mineEmpty(1, block.height)
  expect(await signed()).toEqual(['0/0 broadcast'])
  const readBlock = async (height: number) => (height === block.height ? block : eth.node.readBlock(height))
  await rescanBlocks(shop.ctx, { node: { ...eth.node, readBlock }, subjects, from: block.height, to: block.height, by: 'operator:anna' })
  expect(await signed()).toEqual(['0/0 dead'])
})

describe('the next nonce', () => {
  test('skips a nonce that a final block shows as used, without leaving a gap', async () => {
    await eth.mineEmpty(1, (await useElsewhere(0)).height)
    const payment = await confirmed()
    await sign(payment)
    expect(await signed()).toEqual(['1/0 signed'])
    const gap = payoutMetrics.find(({ name }) => name === 'signer_nonce_gap')
    expect((await gap?.query(shop.ctx.clock.now()).execute(db()))?.rows).toMatchObject([{ chain: 'ETH', value: 0 }])
  })

  test('reuses a nonce whose foreign block is not final', async () => {
    await useElsewhere(0)
    const payment = await confirmed()
    await sign(payment)
    expect(await signed()).toEqual(['0/0 signed'])
  })
})
