import type { DomainError } from '@gateway/domain/kernel/error'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import { exportFlushCall } from '../../custody/signing/evm/export-flush-call.ts'
import { coins, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { refundsOf, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { withdrawAddress } from '../endings/withdraw-address.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { acceptPayment } from '../held/accept-payment.ts'
import { forwardHeld } from '../held/forward-held.ts'
import { cancelRefund } from '../refunds/cancel-refund.ts'
import { readPaymentSummary } from './read-payment-summary.ts'

const TOKEN = `0x${'7'.repeat(40)}`
const by = 'operator:anna' as const

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { offer, claim, claimed, pass, sendBack, mined } = refundsOf(() => ({ shop, btc }))
const summary = (payment: Payment) => readPaymentSummary(shop.ctx, { paymentId: payment.id })
const commandsOf = async (payment: Payment) => (await summary(payment)).commands.map(({ words: [name = ''] }) => name)
const moneyOf = async (payment: Payment) => (await summary(payment)).sentences[1]

/** The operations behind the commands about held funds. */
const operations: Readonly<Record<string, (payment: Payment) => Promise<unknown>>> = {
  accept: ({ id }) => acceptPayment(shop.ctx, { paymentId: id, by }),
  forward: ({ id }) => forwardHeld(shop.ctx, { paymentId: id, by }),
  refund: (payment) => offer(payment),
  withdraw: ({ id }) => cancelRefund(shop.ctx, { paymentId: id, by }),
  'withdraw-address': ({ id }) => withdrawAddress(shop.ctx, { paymentId: id, by, reason: 'its key is lost' }),
  'flush-call': ({ id }) => exportFlushCall(shop.ctx, { paymentId: id, token: TOKEN, by }),
}

/** What the operations answer to the commands that the summary does not list: each must refuse. */
async function unlistedThatRun(payment: Payment): Promise<string[]> {
  const listed = await commandsOf(payment)
  const ran: string[] = []
  for (const [name, run] of Object.entries(operations)) {
    // An address with a contract can be flushed at any time; the summary says so only when that helps.
    if (listed.includes(name) || name === 'flush-call') continue
    await run(payment).then(
      () => ran.push(name),
      (error: DomainError) => expect(error.kind).toMatch(/invalid|not_found/),
    )
  }
  return ran
}

describe('the summary of a payment lists exactly the commands that its operations accept:', () => {
  test('none but the end of its address while it is pending', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    expect(await commandsOf(payment)).toEqual(['withdraw-address'])
    expect(await unlistedThatRun(payment)).toEqual([])
    expect(await moneyOf(payment)).toBe('No money is held.')
  })

  test('accept and refund for an underpaid one, and both run', async () => {
    const payment = await underpaidPayment(shop, btc, 40_000n)
    expect(await commandsOf(payment)).toEqual(['accept', 'refund'])
    expect(await moneyOf(payment)).toMatch(/^0\.0004 BTC waits since \S+ \S+ UTC, because less arrived than is due\.$/)
    expect(await unlistedThatRun(payment)).toEqual([])
    await operations['refund']?.(payment)
    await operations['accept']?.(payment)
    expect(await commandsOf(payment)).toEqual([])
  })

  test('withdraw once a refund is offered, and no further offer once an address is claimed', async () => {
    const payment = await underpaidPayment(shop, btc, 40_000n)
    const { token } = await offer(payment)
    expect((await summary(payment)).commands.map(({ effect }) => effect)).toEqual([
      'takes what arrived as the whole amount, and forwards it to the merchant',
      'makes a new refund link for 0.0004 BTC; the earlier one stops working',
      'cancels the refund; the money stays held',
    ])
    expect(await moneyOf(payment)).toContain('because the payer was offered it back, and can claim it until')
    await claim(token)
    expect(await commandsOf(payment)).toEqual(['accept', 'withdraw'])
    expect(await unlistedThatRun(payment)).toEqual([])
    expect(await moneyOf(payment)).toContain('because the payer claimed it back, and it leaves for bcrt1q')
    await operations['withdraw']?.(payment)
    expect(await commandsOf(payment)).toEqual(['accept', 'refund'])
  })

  test('forward and refund for one that failed with money', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await withdrawAddress(shop.ctx, { paymentId: payment.id, by, reason: 'its key is lost' })
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    expect(await commandsOf(payment)).toEqual(['forward', 'refund'])
    expect(await moneyOf(payment)).toContain('because its payment has failed')
    expect(await unlistedThatRun(payment)).toEqual([])
    await operations['forward']?.(payment)
    expect(await commandsOf(payment)).toEqual([])
  })

  test('forward for another asset on Ethereum, where nothing is refunded, and flush-call for an unsupported token', async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const payment = await shop.ask({ amount: 60, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [coins(payment.address, 10n ** 16n, { tx: 4 }), tokens(payment.address, 5n, { tx: 5, token: TOKEN })] })
    await eth.mineEmpty(11)
    const { sentences, commands } = await summary(payment)
    expect(sentences[1]).toMatch(/^0\.01 ETH waits .* another asset than the payment's; tokens .* at the address: 0x7+\.$/)
    expect(commands.map(({ words }) => words)).toEqual([
      ['forward', payment.id],
      ['flush-call', payment.id, TOKEN],
      ['withdraw-address', payment.id, '--reason', '"…"'],
    ])
    expect(await unlistedThatRun(payment)).toEqual([])
    await operations['flush-call']?.(payment)
  })

  test('lift for each pause that covers a payout', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    expect(await moneyOf(payment)).toContain('because the signer has not signed its payout yet')
    for (const scope of ['asset:BTC', 'global', 'asset:ETH'] as const) await pausePayouts(shop.ctx, { scope, reason: 'a drill', by })
    await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('paused')
    expect((await summary(payment)).commands.map(({ words }) => words.join(' '))).toEqual(['lift global', 'lift asset:BTC'])
    for (const scope of ['asset:BTC', 'global', 'asset:ETH'] as const) await liftPause(shop.signer, scope)
    const fees = { family: 'utxo', milliSatsPerVbyte: 2_000n } as const
    await storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees, at: shop.ctx.clock.now() })
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await commandsOf(payment)).toEqual([])
    expect((await summary(payment)).sentences[0]).toMatch(
      /is being forwarded: 0\.001 BTC has arrived, and its payout is signed and not final yet/,
    )
  })

  test('release for a round that only a velocity cap holds', async () => {
    const capped = { ...shop.signer, velocityFloors: { hourCents: 0n, dayCents: 0n } }
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    await expect(signForward(capped, { paymentId: payment.id })).rejects.toThrow('above_velocity_cap')
    expect((await summary(payment)).commands.map(({ words }) => words)).toEqual([['release', payment.id, '0']])
  })
})

test('the summary of an expired payment tells of its refund on the way, and of nothing held once that is final', async () => {
  const payment = await claimed()
  await pass()
  await sendBack()
  expect(await moneyOf(payment)).toBe('0.0004 BTC is on its way to the payer.')
  await mined()
  expect(await moneyOf(payment)).toBe('No money is held: 0.0004 BTC went back to the payer.')
})

test('the summary of an unknown payment is refused', async () => {
  await expect(readPaymentSummary(shop.ctx, { paymentId: '00000000-0000-4000-8000-ffffffffffff' })).rejects.toThrow('No such payment')
})
