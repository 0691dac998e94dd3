import type { BroadcastOutcome } from '@gateway/chains/rail/chain-node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let btc: TestChain
let paymentId: string
beforeEach(async () => {
  shop = await openShop({}, 1)
  btc = await openChain(shop.ctx, 'BTC')
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  paymentId = payment.id
  await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
  await signForward(shop.signer, { paymentId })
})
afterEach(() => closeShop(shop))

const only = async () => (await attemptsOf(shop.ctx))[0]

describe('a signed forward', () => {
  test.each<BroadcastOutcome>([{ outcome: 'accepted' }, { outcome: 'known' }])(
    'a forward whose broadcast is $outcome moves to broadcast and is booked in flight',
    async (outcome) => {
      const attempt = await only()
      expect((await btc.send(outcome)).map((raw) => Buffer.from(raw).toString('hex'))).toEqual([attempt?.raw.toString('hex')])
      expect(await only()).toMatchObject({ state: 'broadcast', lastProblem: null, sentHeight: 101 })
      expect(await shop.book()).toMatchObject({ 'BTC chain:inflight': -100_000n })
      expect((await shop.read(paymentId)).forwardTxId).toBe(attempt?.handle)
    },
  )

  test('a refused forward stays signed, frees nothing, and is sent unchanged at the next height', async () => {
    const [first] = await btc.send({ outcome: 'refused', reason: 'min relay fee not met' })
    expect(await only()).toMatchObject({ state: 'signed', lastProblem: 'min relay fee not met' })
    expect(await shop.book()).not.toHaveProperty('BTC chain:inflight')
    shop.ctx.clock.advance(60_000)
    expect(await btc.send()).toEqual([])
    await btc.mineEmpty(1)
    expect(await btc.send()).toEqual([first])
    expect(await only()).toMatchObject({ state: 'broadcast', lastProblem: null })
  })

  test('a forward without a response stays signed and is sent unchanged two seconds later without a new block', async () => {
    const [first] = await btc.send({ outcome: 'unknown', reason: 'timeout' })
    expect(await only()).toMatchObject({ state: 'signed', lastProblem: 'timeout' })
    expect(await shop.book()).not.toHaveProperty('BTC chain:inflight')
    shop.ctx.clock.advance(1_999)
    expect(await btc.send()).toEqual([])
    shop.ctx.clock.advance(1)
    expect(await btc.send({ outcome: 'unknown', reason: 'timeout' })).toEqual([first])
    shop.ctx.clock.advance(2_000)
    expect(await btc.send()).toEqual([first])
    expect(await only()).toMatchObject({ state: 'broadcast', lastProblem: null, sentHeight: 101 })
    expect(await btc.send()).toEqual([])
  })

  test('sends the forward once at each height until a block holds it, and books it once', async () => {
    const [first] = await btc.send()
    expect(await btc.send()).toEqual([])
    for (let height = 0; height < 3; height++) {
      await btc.mineEmpty(1)
      expect(await btc.send({ outcome: 'known' })).toEqual([first])
    }
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(1)
    expect(await btc.send()).toEqual([])
    expect(await shop.book()).toMatchObject({ 'BTC chain:inflight': -100_000n })
  })

  test('settles a mined forward that no node had acknowledged', async () => {
    await btc.send({ outcome: 'unknown', reason: 'connection lost' })
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    expect((await shop.read(paymentId)).state).toBe('forwarded')
  })
})
