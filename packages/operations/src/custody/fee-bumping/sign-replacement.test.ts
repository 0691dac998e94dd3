import { CreateBusinessInput } from '@gateway/contract/businesses'
import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import type { AttemptWithInputs } from '@gateway/db/custody/attempt-queries'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBusiness } from '../../businesses/create-business.ts'
import { createPayment } from '../../payments/creation/create-payment.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, flushedUsdc, openChain, leaveOut, type TestChain, tokens } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { pausePayouts } from '../pauses/pause-payouts.ts'
import { bumpStuckAttempts } from './bump-stuck-attempts.ts'

const UNITS = 50_000_000n

let shop: TestShop
let eth: TestChain
let other: Extract<Actor, { kind: 'merchant' }>
let mine: Payment
let theirs: Payment
beforeEach(async () => {
  shop = await openShop({}, 0)
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
  other = await storeMerchant(shop.ctx)
  mine = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
  theirs = await askOther()
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const scope = () => `merchant:${other.merchantId}` as const
const pause = () => pausePayouts(shop.ctx, { scope: scope(), reason: 'something is odd', by: 'ada' })
const lift = () => liftPause(shop.signer, scope())
const sign = ({ id }: Payment) => signForward(shop.signer, { paymentId: id })
const replace = () => bumpStuckAttempts(shop.signer, eth.node.rail)
const attempts = () => attemptsOf(shop.ctx)
const nonceOf = ({ inputs }: AttemptWithInputs) => inputs[0]?.sequence
/** Every attempt as nonce, number and state. */
const signed = async () => (await attempts()).map((attempt) => `${nonceOf(attempt)}/${attempt.n} ${attempt.state}`)
const calls = (attempt: AttemptWithInputs | undefined, { id }: Payment) =>
  Buffer.from(attempt?.raw ?? [])
    .toString('hex')
    .includes(id.replaceAll('-', ''))
const legOf = ({ id }: Payment) =>
  db().selectFrom('spend_intent').select(['state', 'holdReason']).where('ref', '=', id).executeTakeFirstOrThrow()
const stateOf = async (payment: Payment) => (await legOf(payment)).state
const pay = ({ address }: Payment, tx: number) => eth.mine({ transfers: [tokens(address, UNITS, { tx })] })

async function askOther(): Promise<Payment> {
  const terms = CreateBusinessInput.parse({ name: 'Other shop', wallet_addresses: wallets.merchant })
  const { facts } = await createBusiness(shop.ctx, { actor: other, terms })
  const asked = CreatePaymentInput.parse({ amount: 50, blockchain: 'USDC_ETH', business_id: facts.business.id })
  return (await createPayment(shop.ctx, { actor: other, terms: asked })).facts.payment
}

/** A broadcast batch of both payments under the given lead; the other merchant's was paid last. */
async function batchOf(lead: Payment): Promise<void> {
  await pay(mine, 1)
  await pay(theirs, 2)
  await eth.mineEmpty(11)
  await sign(lead)
  await eth.send()
}

/** A final block with one of our transactions, which pays these. */
async function settle(attempt: AttemptWithInputs | undefined, paid: readonly Payment[]): Promise<void> {
  if (!attempt) throw new Error('there is no such transaction')
  const { handle } = attempt
  const flushes = paid.map(({ address }) => flushedUsdc(address, UNITS, handle))
  const { height } = await eth.mine({ attempts: [attempt], receipts: [{ txId: handle, succeeded: true, feeUnits: 7n }], flushes })
  await eth.mineEmpty(1, height)
}

/** Expects the platform fees of so many payments and no remaining deposits. */
async function expectPaid(payments: number): Promise<void> {
  const book = await shop.book()
  expect(book['USDC_ETH platform:fee']).toBe(BigInt(payments) * (UNITS / 100n))
  expect(book).not.toHaveProperty(['USDC_ETH chain:inflight'])
  expect(book).not.toHaveProperty(['USDC_ETH chain:deposit'])
}

describe('an unmined batch', () => {
  describe.each([
    { who: 'second payout', lead: () => mine },
    { who: 'lead', lead: () => theirs },
  ])('a batch whose $who belongs to a paused merchant', ({ lead }) => {
    beforeEach(async () => {
      await batchOf(lead())
      await pause()
      await leaveOut(eth, 3)
    })

    test('the batch waits whole and shows the pause as its reason', async () => {
      expect(await replace()).toBe(0)
      expect(await attempts()).toMatchObject([{ state: 'broadcast', stuckReason: `paused:${scope()}` }])
      expect([await stateOf(mine), await stateOf(theirs)]).toEqual(['broadcast', 'broadcast'])
    })

    test('bumps the whole batch under the same nonce once the pause is lifted, and pays both once', async () => {
      await replace()
      await lift()
      await leaveOut(eth, 1)
      expect(await replace()).toBe(1)
      await eth.send()
      expect(await signed()).toEqual(['0/0 superseded', '0/1 broadcast'])
      const young = (await attempts())[1]
      expect([calls(young, mine), calls(young, theirs)]).toEqual([true, true])
      for (const { id } of [mine, theirs]) expect(await shop.read(id)).toMatchObject({ forwardTxId: young?.handle })
      await settle(young, [mine, theirs])
      await expectPaid(2)
    })

    test('pays both when the transaction from before the pause is mined', async () => {
      await replace()
      await settle((await attempts())[0], [mine, theirs])
      for (const { id } of [mine, theirs]) expect((await shop.read(id)).state).toBe('forwarded')
      await expectPaid(2)
    })

    test('bumps the batch without the paused payout once a third-party flush has paid that one', async () => {
      const { height } = await eth.mine({ flushes: [flushedUsdc(theirs.address, UNITS)] })
      await eth.mineEmpty(1, height)
      await eth.send({ outcome: 'known' })
      expect(await stateOf(theirs)).toBe('final')
      expect(await replace()).toBe(1)
      await eth.send()
      const young = (await attempts())[1]
      expect([calls(young, mine), calls(young, theirs)]).toEqual([true, false])
      await settle(young, [mine])
      await expectPaid(2)
    })
  })

  test('a batch that lost a deposit in a reorg waits whole and is fee-bumped once the deposit is back', async () => {
    await batchOf(mine)
    await eth.rollBack(12)
    await leaveOut(eth, 15)
    expect(await replace()).toBe(0)
    expect(await attempts()).toMatchObject([{ state: 'broadcast', stuckReason: 'deposits_do_not_match' }])
    await pay(theirs, 2)
    await eth.mineEmpty(11)
    await leaveOut(eth, 1)
    expect(await replace()).toBe(1)
    await eth.send()
    await settle((await attempts()).at(-1), [mine, theirs])
    await expectPaid(2)
  })

  test('a batch settles by its first transaction after the block of its replacement was orphaned', async () => {
    await batchOf(mine)
    await leaveOut(eth, 3)
    await replace()
    await eth.send()
    const [old, young] = await attempts()
    const flushes = [mine, theirs].map(({ address }) => flushedUsdc(address, UNITS, young?.handle ?? ''))
    await eth.mine({ attempts: young ? [young] : [], flushes })
    await eth.rollBack()
    await settle(old, [mine, theirs])
    expect(await signed()).toEqual(['0/0 final', '0/1 superseded'])
    await expectPaid(2)
  })

  test('a reverted batch holds both payouts', async () => {
    await batchOf(mine)
    const [only] = await attempts()
    if (!only) throw new Error('nothing was signed')
    const { height } = await eth.mine({ attempts: [only], receipts: [{ txId: only.handle, succeeded: false, feeUnits: 7n }] })
    await eth.mineEmpty(1, height)
    expect([await stateOf(mine), await stateOf(theirs)]).toEqual(['held', 'held'])
  })
})
