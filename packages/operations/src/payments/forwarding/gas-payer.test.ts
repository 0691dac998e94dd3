import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import { tables } from '@gateway/db/tables'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { Payment } from '@gateway/domain/payments/payment'
import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { attemptsOf, coins, flushed, openChain, type TestChain, tokens } from '../../testing/test-chain.ts'
import { legsOf } from '../../testing/test-legs.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { forwardHeld } from '../held/forward-held.ts'
import { listHeld } from '../held/list-held.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { sweepPayments } from '../sweeps/sweep-payments.ts'
import { readPaymentTimeline } from '../reading/payment-timeline.ts'

const GWEI = 1_000_000_000n
const gasAt = (gwei: bigint): FeeEstimate => ({ family: 'account', baseFeeWei: gwei * GWEI, priorityFeeWei: GWEI })
/** A flush of ether counts as 105 000 gas at twice the base fee plus the tip: 0.006615 ether at 31 gwei. */
const LEAST_ETH_AT_31 = 3n * 105_000n * 63n * GWEI
/** A flush of USDC is counted as 160 000 gas: 0.01008 ether at 31 gwei, of 2 500 dollars each. */
const LEAST_USDC_AT_31 = 75_600_000n

let shop: TestShop
let eth: TestChain
let payment: Payment
let txs = 0

const DAY_MS = 24 * 60 * 60_000
/** Three times the cost of a flush of ether at the initial gas price of a test. */
const LEAST_ETH = 3n * 105_000n * 3n * GWEI
const price = (gwei: bigint) => storeFeeEstimates(shop.ctx.orm.em.fork(), eth.lease, { fees: gasAt(gwei), at: shop.ctx.clock.now() })
const held = async () => (await listHeld(shop.ctx)).map(({ asset, amount, reason }) => `${amount} ${asset} ${reason}`)
const sign = () => signForward(shop.signer, { paymentId: payment.id })

/** Sends to the address of the payment, with all confirmations. */
async function receives(units: bigint, asset: 'ETH' | 'USDC_ETH') {
  const transfer = (asset === 'ETH' ? coins : tokens)(payment.address, units, { tx: ++txs })
  await eth.mine({ transfers: [transfer] })
  await eth.mineEmpty(11)
}

/** Broadcasts the signed attempt and mines it until it is final. */
async function settles(units: bigint, asset: 'ETH' | 'USDC_ETH') {
  await eth.send()
  const attempt = (await attemptsOf(shop.ctx)).findLast(({ state }) => state === 'broadcast')
  if (!attempt) throw new Error('nothing was sent')
  const log = flushed(payment.address, { asset, merchantUnits: units - units / 100n, feeUnits: units / 100n }, attempt.handle)
  const receipts = [{ txId: attempt.handle, succeeded: true, feeUnits: 7n }]
  const { height } = await eth.mine({ attempts: [attempt], flushes: [log], receipts })
  await eth.mineEmpty(1, height)
}

/** A payment whose own round is final. */
async function forwarded(asset: 'ETH' | 'USDC_ETH') {
  payment = await shop.ask({ amount: 50, blockchain: asset })
  await receives(payment.dueUnits, asset)
  await sign()
  await settles(payment.dueUnits, asset)
  expect((await shop.read(payment.id)).state).toBe('forwarded')
}

beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
})
afterEach(() => closeShop(shop))

describe('a deposit to the address of a forwarded payment', () => {
  test('waits while it is worth less than three times the gas of a flush', async () => {
    await forwarded('ETH')
    await price(31n)
    await receives(50_000_000_000_000n, 'ETH')
    await sweepPayments(shop.ctx)
    expect(await legsOf(shop.ctx)).toHaveLength(1)
    expect(await held()).toEqual(['0.00005 ETH below_cost_of_forwarding'])
    const story = await readPaymentTimeline(shop.ctx, { paymentId: payment.id })
    expect(story['held']).toMatchObject([{ asset: 'ETH', units: '50000000000000', reason: 'below_cost_of_forwarding' }])
  })

  test('a token deposit waits likewise, by the price of the coin that pays gas', async () => {
    await forwarded('USDC_ETH')
    await price(31n)
    await receives(LEAST_USDC_AT_31 - 1n, 'USDC_ETH')
    expect(await held()).toEqual(['75.599999 USDC_ETH below_cost_of_forwarding'])
    await receives(1n, 'USDC_ETH')
    expect(await legsOf(shop.ctx)).toEqual([expect.any(String), `1 ${LEAST_USDC_AT_31} planned`])
  })

  test('joins later deposits and leaves at three times the cost', async () => {
    await forwarded('ETH')
    await price(31n)
    await receives(LEAST_ETH_AT_31 - 1n, 'ETH')
    expect(await legsOf(shop.ctx)).toHaveLength(1)
    await receives(1n, 'ETH')
    expect(await legsOf(shop.ctx)).toEqual([expect.any(String), `1 ${LEAST_ETH_AT_31} planned`])
  })

  test('leaves once gas is cheap enough, without further deposits', async () => {
    await forwarded('ETH')
    await price(31n)
    await receives(2_000_000_000_000_000n, 'ETH')
    expect(await legsOf(shop.ctx)).toHaveLength(1)
    await price(1n)
    const told = (await shop.events(payment.id)).length
    await sweepPayments(shop.ctx)
    expect((await shop.events(payment.id)).slice(told)).toEqual(['payment.updated'])
    await sign()
    await settles(2_000_000_000_000_000n, 'ETH')
    expect(await held()).toEqual([])
  })

  test('the signer holds it when gas rises after planning, until further deposits join it', async () => {
    await forwarded('ETH')
    await receives(2_000_000_000_000_000n, 'ETH')
    await price(31n)
    await sign()
    expect(await held()).toEqual(['0.002 ETH below_cost_of_forwarding'])
    await receives(1n, 'ETH')
    expect(await held()).toContain('0.000000000000000001 ETH waits_for_earlier_round')
    await receives(LEAST_ETH_AT_31 - 2_000_000_000_000_001n, 'ETH')
    await sign()
    await settles(LEAST_ETH_AT_31, 'ETH')
    expect((await shop.read(payment.id)).receivedUnits).toBe(payment.dueUnits + LEAST_ETH_AT_31)
    expect(await held()).toEqual([])
  })
})

describe('an address flushed four times within a day besides its own round', () => {
  /** Another round that is worth its gas, from deposit to settlement. */
  const again = async () => {
    await receives(LEAST_ETH, 'ETH')
    await sign()
    await settles(LEAST_ETH, 'ETH')
  }
  beforeEach(async () => {
    await forwarded('ETH')
    for (let round = 1; round <= 4; round++) await again()
    await receives(LEAST_ETH, 'ETH')
    await sign()
  })

  test('the signer holds a fifth flush with the reason daily_flush_limit', async () => {
    expect((await legsOf(shop.ctx)).at(-1)).toBe(`5 ${LEAST_ETH} held daily_flush_limit`)
    expect(await held()).toEqual(['0.000945 ETH daily_flush_limit'])
    expect(await attemptsOf(shop.ctx)).toHaveLength(5)
  })

  test('flushes everything a day after the first of the four', async () => {
    await receives(LEAST_ETH, 'ETH')
    shop.ctx.clock.advance(DAY_MS)
    await price(1n)
    await sign()
    await settles(2n * LEAST_ETH, 'ETH')
    expect(await held()).toEqual([])
  })

  test('leaves other addresses undelayed', async () => {
    await forwarded('ETH')
    expect(await attemptsOf(shop.ctx)).toHaveLength(6)
  })
})

describe('a token that pays no gas itself', () => {
  const unknownPrices = { findPrice: async () => undefined }

  test('waits while its price or that of the gas coin is unknown', async () => {
    payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await receives(payment.dueUnits, 'USDC_ETH')
    await expect(signForward({ ...shop.signer, rates: unknownPrices }, { paymentId: payment.id })).rejects.toThrow('no_current_price')
    expect(await held()).toEqual(['50 USDC_ETH no_current_price'])
    await sign()
    await settles(payment.dueUnits, 'USDC_ETH')
    expect((await shop.read(payment.id)).state).toBe('forwarded')
  })

  test('a round is planned without a price and checked by the signer', async () => {
    await forwarded('USDC_ETH')
    const { rates } = shop.ctx
    Object.assign(shop.ctx, { rates: unknownPrices })
    await receives(1_000n, 'USDC_ETH')
    Object.assign(shop.ctx, { rates })
    await sign()
    expect(await held()).toEqual(['0.001 USDC_ETH below_cost_of_forwarding'])
  })
})

describe('a batch', () => {
  test('contains no flush that would not be worth its own gas', async () => {
    await forwarded('ETH')
    await receives(2_000_000_000_000_000n, 'ETH')
    const large = await shop.ask({ amount: 500, blockchain: 'ETH' })
    await eth.mine({ transfers: [coins(large.address, large.dueUnits, { tx: ++txs })] })
    await eth.mineEmpty(11)
    await price(31n)
    await signForward(shop.signer, { paymentId: large.id })
    expect((await legsOf(shop.ctx)).toSorted()).toEqual([
      `0 ${payment.dueUnits} final`,
      `0 ${large.dueUnits} signed`,
      '1 2000000000000000 planned',
    ])
  })
})

test('an address that reaches its daily flush limit in one batch is skipped in the next asset’s batch', async () => {
  // Its quote is the price of the other tokens.
  await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
  await forwarded('ETH')
  const lead = payment
  await forwarded('ETH')
  await receives(LEAST_ETH, 'ETH')
  await sign()
  await settles(LEAST_ETH, 'ETH')
  for (const each of [payment, lead]) {
    payment = each
    await receives(LEAST_ETH, 'ETH')
    await receives(LEAST_USDC_AT_31, 'USDC_ETH')
    await forwardHeld(shop.ctx, { paymentId: each.id, by: 'operator:anna' })
  }
  await price(1n)
  await signForward({ ...shop.signer, flushesPerDay: 2 }, { paymentId: lead.id })
  const legs = await tables(shop.ctx.orm.em.fork())
    .selectFrom('spend_intent')
    .select(['ref', 'asset', 'state'])
    .where('state', '!=', 'final')
    .execute()
  expect(legs.map(({ ref, asset, state }) => [ref === lead.id ? 'lead' : 'companion', asset, state].join(' ')).toSorted()).toEqual([
    'companion ETH signed',
    'companion USDC_ETH planned',
    'lead ETH signed',
    'lead USDC_ETH signed',
  ])
})

describe('an operator’s decision', () => {
  test('cannot make the platform pay gas for a deposit that is not worth it', async () => {
    await forwarded('USDC_ETH')
    await price(31n)
    await receives(50_000_000_000_000n, 'ETH')
    const decision = { paymentId: payment.id, by: 'operator:anna' } as const
    await expect(forwardHeld(shop.ctx, decision)).rejects.toThrow(InvalidState)
    expect(await held()).toEqual(['0.00005 ETH wrong_asset'])
    await receives(LEAST_ETH_AT_31 - 50_000_000_000_000n, 'ETH')
    expect(await forwardHeld(shop.ctx, decision)).toEqual(['ETH'])
  })

  test('cannot forward an unsupported token', async () => {
    await forwarded('USDC_ETH')
    const token = `0x${'7'.repeat(40)}`
    await eth.mine({ transfers: [tokens(payment.address, 10n ** 30n, { tx: ++txs, token })] })
    await eth.mineEmpty(11)
    await sweepPayments(shop.ctx)
    await expect(forwardHeld(shop.ctx, { paymentId: payment.id, by: 'operator:anna' })).rejects.toThrow(InvalidState)
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
  })
})

test('a first round below the cost of gas waits with an alarm and leaves once gas is cheaper', async () => {
  payment = await shop.ask({ amount: 10, blockchain: 'ETH' })
  await price(31n)
  await receives(payment.dueUnits, 'ETH')
  shop.ctx.clock.advance(DAY_MS)
  expect(await listHeld(shop.ctx)).toMatchObject([{ state: 'confirmed', reason: 'below_cost_of_forwarding', alarm: true }])
  await price(1n)
  await sweepPayments(shop.ctx)
  await sign()
  await settles(payment.dueUnits, 'ETH')
  expect((await shop.read(payment.id)).state).toBe('forwarded')
})

test('a further round held for its cost raises no alarm, because any third party can send dust', async () => {
  await forwarded('ETH')
  await receives(2_000_000_000_000_000n, 'ETH')
  await price(31n)
  await sign()
  shop.ctx.clock.advance(DAY_MS)
  expect(await listHeld(shop.ctx)).toMatchObject([{ reason: 'below_cost_of_forwarding', alarm: false }])
})

test('no flush is signed that may cost more than a third of its amount, for random deposits and gas prices', async () => {
  await forwarded('ETH')
  const seed = randomInt(2 ** 31)
  const gwei = fc.bigInt({ min: 1n, max: 60n })
  const step = fc.record({ units: fc.bigInt({ min: 1n, max: LEAST_ETH_AT_31 }), planned: gwei, signed: gwei })
  let [waiting, signed] = [0n, 1]
  for (const { units, ...at } of fc.sample(step, { seed, numRuns: 10 })) {
    await price(at.planned)
    await receives(units, 'ETH')
    waiting += units
    await price(at.signed)
    await sweepPayments(shop.ctx)
    await sign()
    const attempts = await attemptsOf(shop.ctx)
    if (attempts.length === signed) continue
    signed = attempts.length
    const mostGas = 105_000n * (2n * at.signed + 1n) * GWEI
    expect(`seed ${seed}: ${mostGas * 3n <= waiting}`).toBe(`seed ${seed}: true`)
    await settles(waiting, 'ETH')
    waiting = 0n
  }
  expect(signed).toBeLessThanOrEqual(5)
})
