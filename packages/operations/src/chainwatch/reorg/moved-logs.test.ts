import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listHeld } from '../../payments/held/list-held.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, flushedUsdc, openChain, type TestChain, tokens, txOf } from '../../testing/test-chain.ts'
import { legsOf } from '../../testing/test-legs.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let eth: TestChain
beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
})
afterEach(() => closeShop(shop))

const A = 20_000_000n
const B = 30_000_000n
const DUE = A + B
const HOUR = 3_600_000

const ask = () => shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
const legs = () => legsOf(shop.ctx)
const reasons = async () => (await listHeld(shop.ctx)).map(({ reason }) => reason)
const deposits = ({ id }: Payment) =>
  tables(shop.ctx.orm.em.fork())
    .selectFrom('deposit')
    .select(['units', 'state', 'dead', 'logPlace', 'arrivedAt'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute()

/** Signs a payment's waiting payouts and broadcasts them. */
async function send(payment: Payment): Promise<void> {
  await signForward(shop.signer, { paymentId: payment.id })
  await eth.send()
}

/** Mines the newest attempt with a flush of these units. */
async function flush(payment: Payment, units: bigint): Promise<void> {
  const attempt = (await attemptsOf(shop.ctx)).at(-1)
  const flushes = [flushedUsdc(payment.address, units, attempt?.handle)]
  const { height } = await eth.mine({ attempts: attempt ? [attempt] : [], flushes })
  await eth.mineEmpty(1, height)
}

describe('a token transfer that is mined again at another log index', () => {
  test('a moved transfer keeps its deposit identity, so the signed payout pays it and forwards the payment', async () => {
    const payment = await ask()
    await eth.mine({ transfers: [tokens(payment.address, DUE, { tx: 1, log: 5 })] })
    await eth.mineEmpty(11)
    await send(payment)
    const [arrived] = await deposits(payment)
    await eth.rollBack(12)
    expect(await deposits(payment)).toMatchObject([{ state: 'gone' }])
    shop.ctx.clock.advance(60_000)
    await eth.mine({ transfers: [tokens(payment.address, DUE, { tx: 1, log: 9 })] })
    expect(await deposits(payment)).toEqual([{ ...arrived, logPlace: 9 }])
    await eth.mineEmpty(11)
    await flush(payment, DUE)
    expect(await legs()).toEqual([`0 ${DUE} final`])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: DUE, exceptions: ['reorged'] })
  })

  test('a moved transfer is planned and signed without a wait when nothing was signed before', async () => {
    const payment = await ask()
    await eth.mine({ transfers: [tokens(payment.address, DUE, { tx: 1, log: 5 })] })
    await eth.mineEmpty(11)
    await eth.rollBack(12)
    await eth.mine({ transfers: [tokens(payment.address, DUE, { tx: 1, log: 4 })] })
    await eth.mineEmpty(11)
    expect(await legs()).toEqual([`0 ${DUE} planned`])
    await send(payment)
    await flush(payment, DUE)
    expect(await legs()).toEqual([`0 ${DUE} final`])
  })

  test('a moved transfer keeps its payment when its index shifts beside another payment’s transfer', async () => {
    const [first, second] = [await ask(), await ask()]
    const paid = (log: number) => [tokens(first.address, DUE, { tx: 1, log }), tokens(second.address, DUE, { tx: 1, log: log + 1 })]
    await eth.mine({ transfers: paid(5) })
    await eth.mineEmpty(11)
    await send(first)
    await eth.rollBack(12)
    await eth.mine({ transfers: paid(6) })
    await eth.mineEmpty(11)
    expect(await deposits(first)).toMatchObject([{ units: DUE, logPlace: 6 }])
    expect(await deposits(second)).toMatchObject([{ units: DUE, logPlace: 7 }])
    const attempt = (await attemptsOf(shop.ctx)).at(-1)
    const flushes = [first, second].map(({ address }) => flushedUsdc(address, DUE, attempt?.handle))
    const { height } = await eth.mine({ attempts: attempt ? [attempt] : [], flushes })
    await eth.mineEmpty(1, height)
    expect(await legs()).toEqual([`0 ${DUE} final`, `0 ${DUE} final`])
    expect([(await shop.read(first.id)).state, (await shop.read(second.id)).state]).toEqual(['forwarded', 'forwarded'])
  })

  test('several moved transfers of one transaction to one address are distinguished by their order', async () => {
    const payment = await ask()
    const parts = (log: number) => [A, B, A].map((units, nth) => tokens(payment.address, units, { tx: 1, log: log + nth }))
    await eth.mine({ transfers: parts(5) })
    await eth.mineEmpty(11)
    await eth.rollBack(12)
    await eth.mine({ transfers: parts(6).toReversed() })
    await eth.mineEmpty(11)
    expect((await deposits(payment)).map(({ units, logPlace }) => [units, logPlace])).toEqual([
      [A, 6],
      [B, 7],
      [A, 8],
    ])
    expect(await legs()).toEqual([`0 ${A + B + A} planned`])
    await send(payment)
    await flush(payment, A + B + A)
    expect(await legs()).toEqual([`0 ${A + B + A} final`])
  })

  test('a moved transfer keeps the other deposits of its payout when another payment is paid at its old log index', async () => {
    const [first, second] = [await ask(), await ask()]
    await eth.mine({ transfers: [tokens(first.address, A, { tx: 2 })] })
    await eth.mine({ transfers: [tokens(first.address, B, { tx: 1, log: 5 }), tokens(second.address, DUE, { tx: 1, log: 6 })] })
    await eth.mineEmpty(11)
    expect(await legs()).toEqual([`0 ${DUE} planned`, `0 ${DUE} planned`])
    await eth.rollBack(12)
    await eth.mine({ transfers: [tokens(second.address, DUE, { tx: 1, log: 5 }), tokens(first.address, B, { tx: 1, log: 6 })] })
    await eth.mineEmpty(11)
    expect((await shop.book())['USDC_ETH payment:held']).toBeUndefined()
    await send(first)
    expect(await legs()).toEqual([`0 ${DUE} broadcast`, `0 ${DUE} broadcast`])
  })
})

describe('a token transfer whose transaction is mined again without it', () => {
  const nonce = { resource: '0xpayer', sequence: 7, txId: `0x${txOf(1)}` }

  test('a missing transfer is dead only after 72 hours, because a node may have hidden its log, and its payout is then no longer held', async () => {
    const payment = await ask()
    await eth.mine({ transfers: [tokens(payment.address, DUE, { tx: 1 })], inputs: [nonce] })
    await eth.mineEmpty(11)
    await eth.rollBack(12)
    await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('deposits_do_not_match')
    const { height } = await eth.mine({ inputs: [nonce] })
    expect(await deposits(payment)).toMatchObject([{ state: 'gone', dead: false }])
    await eth.mineEmpty(1, height)
    expect(await deposits(payment)).toMatchObject([{ state: 'gone', dead: false }])
    shop.ctx.clock.advance(72 * HOUR)
    await eth.showMempool()
    await eth.mineEmpty(1)
    expect(await deposits(payment)).toMatchObject([{ state: 'gone', dead: true }])
    expect(await reasons()).toEqual([])
  })

  test('a missing transfer is credited again when a later block holds it', async () => {
    const payment = await ask()
    const transfers = [tokens(payment.address, DUE, { tx: 1 })]
    await eth.mine({ transfers, inputs: [nonce] })
    await eth.mineEmpty(11)
    await eth.rollBack(12)
    await eth.mine({ inputs: [nonce] })
    await eth.rollBack()
    const { height } = await eth.mine({ transfers, inputs: [nonce] })
    await eth.mineEmpty(11, height)
    expect(await deposits(payment)).toMatchObject([{ state: 'included', dead: false }])
    expect(await legs()).toEqual([`0 ${DUE} planned`])
  })
})
