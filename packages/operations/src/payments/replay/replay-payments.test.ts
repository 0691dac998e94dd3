import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChain, attemptsOf, flushed, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { acceptPayment } from '../held/accept-payment.ts'
import type { Difference } from './compare-payment.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { replayPayments } from './replay-payments.ts'
import { signForward } from '../../testing/sign-forward.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 5)
  btc = await openChain(shop.ctx, 'BTC')
})
// Closing replays everything again, so a test that leaves a changed row behind fails.
afterEach(() => closeShop(shop))

async function replay(pageSize = 200): Promise<{ payments: number; found: string[] }> {
  const found: Difference[] = []
  const { payments, differences } = await replayPayments({ orm: shop.ctx.orm, tell: (difference) => void found.push(difference), pageSize })
  expect(found).toHaveLength(differences)
  return { payments, found: found.map(({ of, member, stored, replayed }) => `${of} ${member}: ${stored}, not ${replayed}`) }
}

async function forwarded(): Promise<Payment> {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
  await signForward(shop.signer, { paymentId: payment.id })
  await btc.send()
  await btc.mine({ attempts: await attemptsOf(shop.ctx) })
  await btc.mineEmpty(5)
  return payment
}

/** Expires a payment whose chain is scanned past its window. */
async function expire(payment: Payment): Promise<void> {
  shop.ctx.clock.set(payment.expiresAt)
  await tables(shop.ctx.orm.em.fork()).updateTable('chain_cursor').set({ knownUntil: payment.expiresAt }).execute()
  expect(await expirePayment(shop.ctx, { paymentId: payment.id })).toEqual({ outcome: 'expired' })
}

describe('the replay of untampered payments', () => {
  test('matches forwarded, expired, underpaid and unpaid payments, on pages of any size', async () => {
    await forwarded()
    const [late, part] = [await shop.ask({ amount: 60, blockchain: 'BTC' }), await shop.ask({ amount: 60, blockchain: 'BTC' })]
    await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.showMempool([output(part.address, 40_000n, { tx: 2 })])
    await btc.mine({ transfers: [output(part.address, 40_000n, { tx: 2 })] })
    await expire(late)
    await btc.mine({ transfers: [output(late.address, 100_000n, { tx: 3 })] })
    expect(await shop.read(late.id)).toMatchObject({ state: 'confirmed', lateVerdict: 'good', exceptions: ['late'] })
    expect(await shop.read(part.id)).toMatchObject({ state: 'pending', exceptions: ['underpaid'] })
    for (const pageSize of [1, 2, 200]) expect(await replay(pageSize)).toEqual({ payments: 4, found: [] })
  })

  test('matches a payment whose deposit was replaced, mined, orphaned and mined again', async () => {
    const payment = await shop.ask({ amount: 600, blockchain: 'BTC' })
    const [first, second] = [output(payment.address, 1_000_000n, { tx: 1 }), output(payment.address, 1_000_000n, { tx: 2 })]
    const steps = [
      () => btc.showMempool([first]),
      () => btc.showMempool([second]),
      () => btc.mine({ transfers: [second] }),
      () => btc.rollBack(),
      () => btc.showMempool(),
      () => btc.showMempool([second]),
      () => btc.mine({ transfers: [second] }),
      () => btc.mineEmpty(1),
      () => btc.rollBack(2),
    ]
    for (const step of steps) {
      await step()
      expect((await replay()).found).toEqual([])
    }
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['replaced', 'reorged'] })
  })

  test('matches an underpaid payment that an operator has accepted', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, 40_000n, { tx: 1 })] })
    await expire(payment)
    expect((await replay()).found).toEqual([])
    await acceptPayment(shop.ctx, { paymentId: payment.id, by: 'operator:ann' })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['underpaid'] })
    expect((await replay()).found).toEqual([])
  })

  test('matches payments reopened for deposits that arrived in time', async () => {
    const payments = [await shop.ask({ amount: 60, blockchain: 'BTC' }), await shop.ask({ amount: 60, blockchain: 'BTC' })]
    const transfers = payments.map(({ address }, at) => output(address, 100_000n, { tx: 1 + at }))
    await btc.showMempool(transfers)
    await btc.showMempool()
    for (const payment of payments) await expire(payment)
    await btc.showMempool(transfers)
    for (const { id } of payments) expect(await shop.read(id)).toMatchObject({ state: 'detected', exceptions: ['late', 'replaced'] })
    expect((await replay()).found).toEqual([])
  })

  test('matches a payment whose deposit disappeared before its window ended', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })])
    await btc.showMempool()
    await expire(payment)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', exceptions: ['replaced'] })
    expect((await replay()).found).toEqual([])
  })

  test('matches payments with a tolerance, also when its percentage was not recorded', async () => {
    await tables(shop.ctx.orm.em.fork()).updateTable('business').set({ toleranceBps: 150 }).execute()
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    expect(payment).toMatchObject({ toleranceBps: 150, toleranceUnits: 1_501n })
    await btc.mine({ transfers: [output(payment.address, 98_499n, { tx: 1 })] })
    expect((await replay()).found).toEqual([])
    await unguarded(shop.ctx.orm.em.fork(), 'UPDATE payment SET tolerance_bps = NULL')
    expect(await replay()).toEqual({ payments: 1, found: [] })
  })

  test('matches a payment of a third-party flush with unsupported tokens', async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    const worthless = tokens(payment.address, 7n, { tx: 1, log: 9, token: `0x${'7'.repeat(40)}` })
    await eth.mine({ transfers: [tokens(payment.address, 50_000_000n, { tx: 1 }), worthless] })
    const paid = { asset: 'USDC_ETH', merchantUnits: 49_500_000n, feeUnits: 500_000n } as const
    const { height } = await eth.mine({ flushes: [flushed(payment.address, paid, `0x${'5'.repeat(64)}`)] })
    await eth.mineEmpty(12, height)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', exceptions: ['wrong_asset'] })
    expect(await replay()).toEqual({ payments: 1, found: [] })
  })
})

describe('the replay of tampered rows', () => {
  const faults: readonly (readonly [what: string, statement: string, found: readonly RegExp[]])[] = [
    ['a state without a transition', `UPDATE payment SET state = 'failed'`, [/^payment state: failed, not forwarded$/]],
    ['an earlier state', `UPDATE payment SET state = 'confirmed'`, [/^payment state: confirmed, not forwarded$/]],
    ['the received amount', `UPDATE payment SET received_units = received_units + 1`, [/^payment receivedUnits: 100001, not 100000$/]],
    ['the merchant’s share', `UPDATE payment SET merchant_units = merchant_units - 1`, [/^payment merchantUnits: \d+, not \d+$/]],
    [
      'shifted shares with the same sum',
      `UPDATE payment SET merchant_units = merchant_units + 1, fee_units = fee_units - 1`,
      [/^payment feeUnits: 999, not 1000$/, /^payment merchantUnits: \d+, not \d+$/],
    ],
    [
      'a shifted network fee with the same sum',
      `UPDATE payment SET merchant_units = merchant_units + 1, network_fee_units = network_fee_units - 1`,
      [/^payment networkFeeUnits: \d+, not \d+$/],
    ],
    [
      'missing shares',
      `UPDATE payment SET merchant_units = NULL, fee_units = NULL, network_fee_units = NULL`,
      [/^payment feeUnits: nothing, not 1000$/],
    ],
    ['the tolerance', `UPDATE payment SET tolerance_units = 2`, [/^payment toleranceUnits: 2, not 1$/]],
    ['the tolerance percentage', `UPDATE payment SET tolerance_bps = 2000`, [/^payment toleranceUnits: 1, not 20001$/]],
    [
      'the tolerance of a payment without a recorded percentage',
      `UPDATE payment SET tolerance_bps = NULL, tolerance_units = 20002`,
      [/^payment toleranceUnits: 20002, not 20001$/],
    ],
    ['a tolerance of zero', `UPDATE payment SET tolerance_units = 0`, [/^payment toleranceUnits: 0, not 1$/]],
    ['an exception', `UPDATE payment SET exceptions = '{overpaid}'`, [/^payment exceptions: overpaid, not nothing$/]],
    ['the resolution', `UPDATE payment SET resolution = 'tolerance'`, [/^payment resolution: tolerance, not paid$/]],
    ['the shown transaction', `UPDATE payment SET tx_id = 'another'`, [/^payment txId: another, not 0+1$/]],
    ['the block height', `UPDATE payment SET included_height = 7`, [/^payment includedHeight: 7, not 101$/]],
    ['the due amount', `UPDATE payment SET due_units = due_units - 1`, [/^payment dueUnits: 99999, not 100000$/]],
    ['the value in dollars', `UPDATE payment SET usd_cents = 1`, [/^payment usdCents: 1, not 6000$/]],
    ['the address', `UPDATE payment SET address = 'another'`, [/^payment address: another, not bcrt1/]],
    ['the fee', `UPDATE payment SET fee_bps = 0`, [/^payment feeBps: 0, not 100$/]],
    ['the window', `UPDATE payment SET expires_at = now() + interval '1 year'`, [/^payment expiresAt: /]],
    ['the required confirmations', `UPDATE payment SET confirmations_required = 0`, [/^payment confirmationsRequired: 0, not 1$/]],
    [
      'the state of a deposit',
      `UPDATE deposit SET state = 'gone', height = NULL`,
      [/ state: gone, not included$/, / height: nothing, not 101$/],
    ],
    ['the amount of a deposit', `UPDATE deposit SET units = 5`, [/ units: 5, not 100000$/]],
    ['the owner of a deposit', `UPDATE deposit SET subject_id = 'another'`, [/ subjectId: nothing, not 0/, / txId: /]],
    ['the arrival of a deposit', `UPDATE deposit SET arrived_at = now()`, [/ arrivedAt: /]],
    [
      'the reorg flags of a deposit',
      `UPDATE deposit SET reorged = true, dead = true`,
      [/ reorged: true, not false$/, / dead: true, not false$/],
    ],
    ['deleted observations', `DELETE FROM observation`, [/^payment receivedUnits: 100000, not 0$/, /^payment state: forwarded, not none/]],
    ['a deleted settlement', `DELETE FROM transfer WHERE kind = 'settle'`, [/^payment state: forwarded, not /]],
    [
      'events of another history',
      `UPDATE event SET type = 'payment.expired' WHERE sequence = 3`,
      [/^payment state: forwarded, not none that/],
    ],
  ]

  test.each(faults)('reports %s', async (_what, statement, expected) => {
    await forwarded()
    const mend = await plant(shop.ctx.orm.em.fork(), statement)
    const { found } = await replay()
    expect(expected.filter((line) => !found.some((entry) => line.test(entry)))).toEqual([])
    await mend()
  })

  test('reports an expired payment whose deposit was detected in time', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })])
    expect((await shop.read(payment.id)).state).toBe('detected')
    const events = `UPDATE event SET type = 'payment.expired' WHERE type = 'payment.pending'`
    const mend = await plant(shop.ctx.orm.em.fork(), `${events}; UPDATE payment SET state = 'expired'`)
    expect((await replay()).found).toContainEqual(expect.stringMatching(/^payment state: expired, not none/))
    await mend()
  })

  test('reports a late verdict without its price and an acceptance without a decision', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await expire(payment)
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    const mend = await plant(shop.ctx.orm.em.fork(), `UPDATE payment SET late_verdict = 'poor', accepted_at = now()`)
    expect((await replay()).found).toEqual(['payment lateVerdict: poor, not good', 'payment acceptedAt is set: true, not false'])
    await mend()
  })
})

const KEPT = ['payment', 'deposit', 'observation', 'transfer', 'entry', 'event'] as const

/** Runs a statement as the database owner, without triggers. */
const unguarded = (em: Em, statement: string) =>
  em.getConnection().execute(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`)

/** Tampers with rows; returns a function that restores them. */
async function plant(em: Em, statement: string): Promise<() => Promise<void>> {
  await unguarded(em, KEPT.map((table) => `CREATE TABLE kept_${table} AS TABLE ${table}`).join('; '))
  await unguarded(em, statement)
  const back = (table: string) => `DELETE FROM ${table}; INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE kept_${table}`
  return () => unguarded(em, KEPT.map(back).join('; ')).then(() => undefined)
}
