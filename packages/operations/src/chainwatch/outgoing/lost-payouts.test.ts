import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { bumpStuckAttempts } from '../../custody/fee-bumping/bump-stuck-attempts.ts'
import { payoutMetrics } from '../../observability/metrics/payout-metrics.ts'
import { listHeld } from '../../payments/held/list-held.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, openChain, output, type TestChain, txOf } from '../../testing/test-chain.ts'
import { legsOf } from '../../testing/test-legs.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 3)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const UNITS = 100_000n
const DEAR = { family: 'utxo', milliSatsPerVbyte: 499_000n } as const
const ABSENT_MS = 72 * 60 * 60_000
const coin = { resource: '9'.repeat(64), sequence: 0, txId: txOf(1) }

const ask = (amount = 60) => shop.ask({ amount, blockchain: 'BTC' })
const legs = () => legsOf(shop.ctx)
const held = async () => (await listHeld(shop.ctx)).map(({ reason }) => reason)
const attempts = async () => (await attemptsOf(shop.ctx)).map(({ state }) => state)
const newest = async () => (await attemptsOf(shop.ctx)).slice(-1)

/** Chains with a signed transaction that no block holds, as the alert AttemptUnmined sees them. */
async function unmined(): Promise<unknown[]> {
  const figure = payoutMetrics.find(({ name }) => name === 'attempt_unmined_age_seconds')
  if (!figure) throw new Error('there is no such figure')
  return (await figure.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork()))).rows
}

/** Signs a payment's waiting payouts at today's price and broadcasts them. */
async function send(payment: Payment): Promise<void> {
  const fees = { family: 'utxo', milliSatsPerVbyte: 2_000n } as const
  await storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees, at: shop.ctx.clock.now() })
  await signForward(shop.signer, { paymentId: payment.id })
  await btc.send()
}

/** A payment whose payout was signed after one confirmation, and whose block was orphaned then. */
async function orphaned(): Promise<Payment> {
  const payment = await ask()
  await btc.mine({ transfers: [output(payment.address, UNITS, { tx: 1 })], inputs: [coin] })
  await send(payment)
  await btc.rollBack()
  await btc.showMempool()
  return payment
}

/** The payer spends the same coin elsewhere, and that transaction becomes final. */
async function spendElsewhere(): Promise<void> {
  await btc.mine({ inputs: [{ ...coin, txId: 'f'.repeat(64) }] })
  await btc.mineEmpty(5)
}

describe('a signed Bitcoin payout that lost all its deposits', () => {
  test('a payout whose deposits are proven dead ends with its attempt dead and no alert', async () => {
    const payment = await orphaned()
    await btc.mineEmpty(4)
    await bumpStuckAttempts(shop.signer, btc.node.rail)
    expect(await held()).toEqual(['deposits_do_not_match'])
    expect(await unmined()).toHaveLength(1)
    await spendElsewhere()
    expect(await attemptsOf(shop.ctx)).toMatchObject([
      { n: 0, state: 'dead', proof: { spent: { resource: coin.resource, sequence: coin.sequence } } },
    ])
    expect(await legs()).toEqual([`0 ${UNITS} held deposits_do_not_match`])
    expect(await held()).toEqual([])
    expect(await unmined()).toEqual([])
    expect(await shop.book()).toEqual({})
    shop.ctx.clock.advance(60_000)
    await expect(signForward(shop.signer, { paymentId: payment.id })).resolves.toBeDefined()
    expect(await attempts()).toEqual(['dead'])
  })

  test('a payout whose deposits were missing for 72 hours raises no alert and ends when the proof arrives', async () => {
    await orphaned()
    await btc.mineEmpty(4)
    await bumpStuckAttempts(shop.signer, btc.node.rail)
    shop.ctx.clock.advance(ABSENT_MS)
    await btc.showMempool()
    await btc.mineEmpty(1)
    expect(await held()).toEqual([])
    expect(await unmined()).toEqual([])
    expect(await attempts()).toEqual(['broadcast'])
    await spendElsewhere()
    expect(await attempts()).toEqual(['dead'])
  })

  test('a payout resumes when a deep reorg brings its dead deposit back', async () => {
    const payment = await orphaned()
    await spendElsewhere()
    await btc.rollBack(6)
    await btc.mine({ transfers: [output(payment.address, UNITS, { tx: 1 })], inputs: [coin] })
    await send(payment)
    expect(await attempts()).toEqual(['dead', 'broadcast'])
    await btc.mine({ attempts: await newest() })
    await btc.mineEmpty(5)
    expect(await legs()).toEqual([`0 ${UNITS} final`])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: UNITS })
  })

  test('a later deposit opens a further round that forwards the payment', async () => {
    const payment = await orphaned()
    await spendElsewhere()
    await btc.mine({ transfers: [output(payment.address, 70_000n, { tx: 2 })] })
    expect(await legs()).toEqual([`0 ${UNITS} held deposits_do_not_match`, '1 70000 planned'])
    await send(payment)
    await btc.mine({ attempts: await newest() })
    await btc.mineEmpty(5)
    expect(await legs()).toEqual([`0 ${UNITS} held deposits_do_not_match`, '1 70000 final'])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: 70_000n })
  })

  test('a dead payout restores the owed fees it had taken back, and the next payout takes them', async () => {
    const small = await ask(10)
    await btc.mine({ transfers: [output(small.address, small.dueUnits, { tx: 7 })] })
    await send(small)
    await btc.mine({ attempts: await newest() })
    await btc.mineEmpty(5)
    const owed = { 'BTC merchant:receivable': -166n, 'BTC platform:fee': 166n }
    expect(await shop.book()).toEqual(owed)
    await orphaned()
    expect(await newest()).toMatchObject([{ takenBackUnits: 166n }])
    await spendElsewhere()
    expect(await shop.book()).toEqual(owed)
    const next = await ask()
    await btc.mine({ transfers: [output(next.address, UNITS, { tx: 8 })] })
    await send(next)
    expect(await newest()).toMatchObject([{ takenBackUnits: 166n }])
    await btc.mine({ attempts: await newest() })
    await btc.mineEmpty(5)
    expect(await shop.book()).toEqual({ 'BTC chain:treasury': -1_166n, 'BTC platform:fee': 1_166n })
  })
})

test('a deposit mined after being given up leaves in its own round although another round had locked its output', async () => {
  const payment = await ask()
  const [late, early] = [output(payment.address, 30_000n, { tx: 1 }), output(payment.address, UNITS, { tx: 2 })]
  await btc.mine({ transfers: [late, early] })
  await storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees: DEAR, at: shop.ctx.clock.now() })
  await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('The forward waits')
  await btc.rollBack()
  await btc.mine({ transfers: [early] })
  await btc.showMempool()
  shop.ctx.clock.advance(ABSENT_MS)
  await btc.showMempool()
  await btc.mineEmpty(1)
  expect(await legs()).toEqual([`0 ${UNITS} held below_cost_of_forwarding`])
  await send(payment)
  await btc.mine({ attempts: await newest() })
  await btc.mineEmpty(5)
  await btc.mine({ transfers: [late] })
  await send(payment)
  await btc.mine({ attempts: await newest() })
  await btc.mineEmpty(5)
  expect(await legs()).toEqual([`0 ${UNITS} final`, '1 30000 final'])
})
