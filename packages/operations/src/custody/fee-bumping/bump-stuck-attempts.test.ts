import { isEvmRail } from '@gateway/chains/evm/rail'
import { openOwnFlush } from '@gateway/chains/evm/flush/replace-flush'
import { RawTransaction } from '@gateway/chains/bitcoin/transaction'
import { countFlushes } from '@gateway/db/custody/flush-queries'
import { tables } from '@gateway/db/tables'
import type { AttemptWithInputs } from '@gateway/db/custody/attempt-queries'
import type { Rail } from '@gateway/chains/rail'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listHeld } from '../../payments/held/list-held.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, flushed, inputOf, openChain, output, leaveOut, type TestChain, tokens } from '../../testing/test-chain.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { storeFeeEstimates } from '../costs/fee-estimates.ts'
import { pausePayouts } from '../pauses/pause-payouts.ts'
import { bumpStuckAttempts } from './bump-stuck-attempts.ts'

let shop: TestShop
let chain: TestChain
beforeEach(async () => void (shop = await openShop({}, 3)))
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const rail = (): Rail => chain.node.rail
const replace = (signer = shop.signer) => bumpStuckAttempts(signer, rail())
const attempts = () => attemptsOf(shop.ctx)
const states = async () =>
  (await attempts()).map(({ n, state, supersedes }) => `${n} ${state}${supersedes === null ? '' : ` for ${supersedes}`}`)

async function attempt(n: number): Promise<AttemptWithInputs> {
  const found = (await attempts()).find((one) => one.n === n)
  if (!found) throw new Error(`there is no attempt ${n}`)
  return found
}

describe('an unmined Bitcoin forward', () => {
  let id: string
  const outputsOf = ({ raw }: AttemptWithInputs) => RawTransaction.decode(raw).outputs.map(({ amount }) => amount)
  const price = (milliSatsPerVbyte: bigint) =>
    storeFeeEstimates(shop.ctx.orm.em.fork(), chain.lease, {
      fees: { family: 'utxo', milliSatsPerVbyte, relayIncrement: 1_000n },
      at: shop.ctx.clock.now(),
    })

  beforeEach(async () => {
    chain = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    id = payment.id
    await chain.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    await signForward(shop.signer, { paymentId: id })
    await chain.send()
  })

  test('an unmined forward stays unreplaced after two blocks', async () => {
    await leaveOut(chain, 2)
    expect(await replace()).toBe(0)
    expect(await states()).toEqual(['0 broadcast'])
  })

  test('an unmined forward is fee-bumped after three blocks with the same inputs, recipients and platform share', async () => {
    await leaveOut(chain, 3)
    expect(await replace()).toBe(1)
    expect(await states()).toEqual(['0 superseded', '1 signed for 0'])
    const [old, young] = [await attempt(0), await attempt(1)]
    expect(young.inputs).toEqual(old.inputs)
    expect(outputsOf(young)).toHaveLength(2)
    expect(outputsOf(young)).toContain(1_000n)
    // 141 virtual bytes of one input and two outputs: the increment is their relay cost.
    expect((young.feeUnits ?? 0n) - (old.feeUnits ?? 0n)).toBeGreaterThanOrEqual(141n)
    expect(outputsOf(young).reduce((sum, units) => sum + units, young.feeUnits ?? 0n)).toBe(100_000n)
  })

  test('a fee bump spends the same output even when the payer has paid once more since', async () => {
    const { address } = await shop.read(id)
    await chain.mine({ transfers: [output(address, 50_000n, { tx: 2 })] })
    await leaveOut(chain, 2)
    expect(await replace()).toBe(1)
    expect((await attempts()).map(({ inputs }) => inputs)).toEqual([
      [inputOf(output(address, 0n, { tx: 1 }))],
      [inputOf(output(address, 0n, { tx: 1 }))],
    ])
  })

  test('a fee bump pays the current fee rate when it exceeds the minimum of a replacement', async () => {
    await price(9_000n)
    await leaveOut(chain, 3)
    await replace()
    expect((await attempt(1)).feeUnits).toBeGreaterThan(((await attempt(0)).feeUnits ?? 0n) * 4n)
  })

  test('concurrent signers bump the fee once, and the payment shows the new transaction once nodes have it', async () => {
    await leaveOut(chain, 3)
    await Promise.all([1, 2, 3, 4].map(() => replace()))
    expect(await states()).toEqual(['0 superseded', '1 signed for 0'])
    expect((await shop.read(id)).forwardTxId).toBe((await attempt(0)).handle)
    expect(await chain.send()).toEqual([(await attempt(1)).raw])
    const { feeUnits, handle } = await attempt(1)
    expect(await shop.read(id)).toMatchObject({
      state: 'forwarding',
      forwardTxId: handle,
      networkFeeUnits: feeUnits,
      merchantUnits: 99_000n - (feeUnits ?? 0n),
    })
  })

  test('repeated fee bumps cost more each time up to the cap, then the payout is held with an alarm after a day', async () => {
    for (let round = 0; round < 21; round++) {
      await leaveOut(chain, 4)
      await replace()
    }
    const fees = (await attempts()).map(({ feeUnits }) => feeUnits ?? 0n)
    expect(fees.length).toBeGreaterThan(3)
    expect(fees).toEqual(fees.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(new Set(fees).size).toBe(fees.length)
    // Two percent of 100 000 are below the minimum cap of this asset.
    expect(fees.at(-1)).toBeLessThanOrEqual(3_000n)
    const waiting = { payment: id, state: 'forwarding', reason: 'network_fee_above_cap', alarm: false }
    expect(await listHeld(shop.ctx)).toMatchObject([waiting])
    const alarms: unknown[] = []
    const log = { ...shop.ctx.log, error: (fields: object) => void alarms.push(fields) }
    shop.ctx.clock.advance(24 * 60 * 60_000)
    await price(2_000n)
    await leaveOut(chain, 1)
    await replace({ ...shop.signer, log })
    expect(alarms).toMatchObject([{ alarm: 'fees_above_cap_for_a_day', reason: 'network_fee_above_cap' }])
    expect(await listHeld(shop.ctx)).toMatchObject([{ ...waiting, alarm: true }])
    await chain.mine({ attempts: [(await attempts()).at(-1)].filter((one) => one !== undefined) })
    expect(await listHeld(shop.ctx)).toEqual([])
  })

  test('tries a blocked fee bump once per height', async () => {
    const asked: string[] = []
    const log = { ...shop.ctx.log, warn: (fields: { reason?: unknown }) => void asked.push(String(fields.reason)) }
    await pausePayouts(shop.ctx, { scope: 'asset:BTC', reason: 'something is odd', by: 'ada' })
    await leaveOut(chain, 3)
    for (let look = 0; look < 3; look++) await replace({ ...shop.signer, log })
    expect(asked).toEqual(['paused:asset:BTC'])
    expect(await listHeld(shop.ctx)).toMatchObject([{ reason: 'paused:asset:BTC' }])
    await liftPause(shop.signer, 'asset:BTC')
    await leaveOut(chain, 1)
    expect(await replace()).toBe(1)
    expect(await listHeld(shop.ctx)).toEqual([])
  })

  test('a fee bump waits while its own deposit is in no block', async () => {
    await leaveOut(chain, 2)
    await chain.rollBack(3)
    await chain.send({ outcome: 'refused', reason: 'missing inputs' })
    await leaveOut(chain, 6)
    expect(await replace()).toBe(0)
    expect(await attempt(0)).toMatchObject({ stuckReason: 'deposits_do_not_match' })
  })

  describe.each([
    { winner: 0, what: 'first transaction' },
    { winner: 1, what: 'replacement' },
  ])('a fee-bumped forward whose $what is mined', ({ winner }) => {
    const loser = 1 - winner
    beforeEach(async () => {
      await leaveOut(chain, 3)
      await replace()
    })
    const settled = async () => {
      const { handle, feeUnits } = await attempt(winner)
      expect(await shop.read(id)).toMatchObject({
        state: 'forwarded',
        forwardTxId: handle,
        networkFeeUnits: feeUnits,
        merchantUnits: 99_000n - (feeUnits ?? 0n),
      })
      expect((await attempts()).map(({ state }) => state)).toEqual(winner === 0 ? ['final', 'superseded'] : ['superseded', 'final'])
      expect(await shop.book()).toEqual({ 'BTC chain:treasury': -1_000n, 'BTC platform:fee': 1_000n })
    }

    test('the forward settles once at the fee of the mined transaction, whether or not the replacement was broadcast', async () => {
      await chain.mine({ attempts: [await attempt(winner)] })
      expect(await attempt(winner)).toMatchObject({ height: 105 })
      expect(await attempt(loser)).toMatchObject({ state: 'superseded', height: null })
      expect(await chain.send()).toEqual([])
      await chain.mineEmpty(5)
      await settled()
      expect((await shop.events(id)).filter((type) => type === 'payment.forwarded')).toHaveLength(1)
    })

    test('sends the mined transaction again after a reorg, and the other one may still settle', async () => {
      await chain.send()
      await chain.mine({ attempts: [await attempt(loser)] })
      await chain.mineEmpty(5)
      expect((await shop.read(id)).state).toBe('forwarded')
      await chain.rollBack(6)
      const back = await attempt(loser)
      expect(back).toMatchObject({ state: 'broadcast', height: null })
      expect(await attempts()).toHaveLength(2)
      expect(await chain.send()).toEqual([back.raw])
      await chain.mine({ attempts: [await attempt(winner)] })
      await chain.mineEmpty(5)
      await settled()
    })
  })

  test('a forward mined and orphaned after its fee bump is bumped above every earlier fee', async () => {
    await leaveOut(chain, 3)
    await replace()
    await chain.mine({ attempts: [await attempt(0)] })
    await chain.rollBack(1)
    await chain.send()
    await leaveOut(chain, 4)
    expect(await replace()).toBe(1)
    expect(await states()).toEqual(['0 superseded', '1 superseded for 0', '2 signed for 0'])
    expect((await attempt(2)).feeUnits).toBeGreaterThan((await attempt(1)).feeUnits ?? 0n)
  })
})

describe('unmined Ethereum flushes', () => {
  const GWEI = 1_000_000_000n
  const price = (baseFeeWei: bigint) =>
    storeFeeEstimates(shop.ctx.orm.em.fork(), chain.lease, {
      fees: { family: 'account', baseFeeWei, priorityFeeWei: GWEI },
      at: shop.ctx.clock.now(),
    })
  const priceOf = async ({ raw }: AttemptWithInputs) => {
    const evm = rail()
    if (!isEvmRail(evm)) throw new Error('no rail of Ethereum')
    const own = await openOwnFlush({ raw, chainId: evm.chainId, factory: evm.factory, privateKey: shop.signer.keys.gasPayerKey('ETH') })
    return own?.fees ?? { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  }

  const signed = async (count: number, amount = 50) => {
    const ids: { id: string; address: string; units: bigint }[] = []
    for (let made = 0; made < count; made++) {
      const { id, address, dueUnits } = await shop.ask({ amount, blockchain: 'USDC_ETH' })
      await chain.mine({ transfers: [tokens(address, dueUnits, { tx: 10 + made })] })
      await chain.mineEmpty(11)
      await signForward(shop.signer, { paymentId: id })
      ids.push({ id, address, units: dueUnits })
    }
    await chain.send()
    return ids
  }
  beforeEach(async () => {
    chain = await openChain(shop.ctx, 'ETH')
    await chain.fundTreasury(shop.gasPayer)
  })

  test("a flush's fee bump keeps the nonce and raises both fee fields by at least 15 percent", async () => {
    await signed(1)
    await leaveOut(chain, 3)
    expect(await replace()).toBe(1)
    const [old, young] = [await attempt(0), await attempt(1)]
    const [before, after] = [await priceOf(old), await priceOf(young)]
    expect(young.inputs).toEqual(old.inputs)
    for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
      expect(before[field]).toBeGreaterThan(0n)
      expect(after[field] * 100n).toBeGreaterThanOrEqual(before[field] * 115n)
    }
    expect(await db().selectFrom('nonce_slot').select('nonce').execute()).toHaveLength(1)
  })

  test('bumps only the flush with the lowest nonce', async () => {
    await signed(2)
    await leaveOut(chain, 3)
    await replace()
    expect((await attempts()).map(({ n, state, inputs }) => `${inputs[0]?.sequence}/${n} ${state}`)).toEqual([
      '0/0 superseded',
      '1/0 broadcast',
      '0/1 signed',
    ])
  })

  test('fee bumps stop at the gas cap and the payout shows why', async () => {
    await signed(1, 5_000)
    await price(299n * GWEI)
    await leaveOut(chain, 3)
    expect(await replace()).toBe(1)
    await chain.send()
    await leaveOut(chain, 3)
    expect(await replace()).toBe(0)
    expect(await listHeld(shop.ctx)).toMatchObject([{ reason: 'gas_above_cap' }])
  })

  /** Payments in US dollars that share one transaction. */
  const signedTogether = async (amounts: readonly number[], firstTx = 10) => {
    const asked = []
    for (const amount of amounts) asked.push(await shop.ask({ amount, blockchain: 'USDC_ETH' }))
    await chain.mine({ transfers: asked.map(({ address, dueUnits }, place) => tokens(address, dueUnits, { tx: firstTx + place })) })
    await chain.mineEmpty(11)
    await signForward(shop.signer, { paymentId: asked[0]?.id ?? '' })
    await chain.send()
    return asked.map(({ id }) => id)
  }
  const paysOf = async (n: number) => {
    const { raw } = await attempt(n)
    const evm = rail()
    if (!isEvmRail(evm)) throw new Error('no rail of Ethereum')
    const own = await openOwnFlush({ raw, chainId: evm.chainId, factory: evm.factory, privateKey: shop.signer.keys.gasPayerKey('ETH') })
    return own?.items
  }

  test('bumps a whole batch while it is worth the gas, including a round that is not', async () => {
    const [, large] = await signedTogether([50, 5_000])
    await price(150n * GWEI)
    await leaveOut(chain, 3)
    expect(await replace()).toBe(1)
    expect(await states()).toEqual(['0 superseded', '1 signed for 0'])
    expect(await paysOf(1)).toEqual(await paysOf(0))
    // A replacement is the same flush of each address, and a payment's own round does not count.
    const since = new Date(shop.ctx.clock.now().getTime() - 1)
    const flushes = await countFlushes(shop.ctx.orm.em.fork(), { refs: [large ?? ''], since })
    expect(flushes.get(large ?? '')).toMatchObject({ isOwnRoundSigned: true, count: 0 })
  })

  test('bumps a batch that is not worth the gas when a later nonce waits for it', async () => {
    await signedTogether([50, 60, 40])
    await price(150n * GWEI)
    const [large] = await signedTogether([5_000], 20)
    await leaveOut(chain, 3)
    expect(await replace()).toBe(1)
    expect(await paysOf(1)).toEqual(await paysOf(0))
    expect((await shop.read(large ?? '')).state).toBe('forwarding')
  })

  test('an unmined batch waits for cheaper gas when nothing waits behind its nonce, and its bytes are sent with every block', async () => {
    await signedTogether([50, 60])
    await price(150n * GWEI)
    await leaveOut(chain, 3)
    expect(await replace()).toBe(0)
    expect(await states()).toEqual(['0 broadcast'])
    const waiting = { reason: 'below_cost_of_forwarding', alarm: false }
    expect(await listHeld(shop.ctx)).toMatchObject([waiting, waiting])
    await chain.mineEmpty(1)
    expect(await chain.send()).toEqual([(await attempt(0)).raw])
  })

  test('bumps a waiting batch once a later nonce waits for it', async () => {
    await signedTogether([50])
    await price(150n * GWEI)
    await leaveOut(chain, 3)
    expect(await replace()).toBe(0)
    await signedTogether([5_000], 20)
    await leaveOut(chain, 1)
    expect(await replace()).toBe(1)
    expect(await states()).toContain('1 signed for 0')
  })

  test('refuses stored bytes that the gas payer has not signed', async () => {
    await signed(1)
    const { raw } = await attempt(0)
    const forged = Buffer.from(raw)
    forged[forged.length - 40] = (forged[forged.length - 40] ?? 0) ^ 1
    await db().updateTable('spend_attempt').set({ raw: forged }).execute()
    await leaveOut(chain, 3)
    expect(await replace()).toBe(0)
    expect(await attempt(0)).toMatchObject({ state: 'broadcast', stuckReason: 'stored_bytes_are_not_ours' })
  })

  test.each([0, 1])('pays once with the gas of attempt %i when that one is mined', async (winner) => {
    const [payment] = await signed(1)
    if (!payment) throw new Error('nothing was paid')
    await leaveOut(chain, 3)
    await replace()
    await chain.send()
    const { handle } = await attempt(winner)
    const feeUnits = payment.units / 100n
    const log = flushed(payment.address, { asset: 'USDC_ETH', merchantUnits: payment.units - feeUnits, feeUnits }, handle)
    const receipts = [{ txId: handle, succeeded: true, feeUnits: 70_000n }]
    const block = await chain.mine({ attempts: [await attempt(winner)], receipts, flushes: [log] })
    await chain.mineEmpty(2, block.height)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', forwardTxId: handle, networkFeeUnits: 0n })
    expect((await attempts()).map(({ state }) => state)).toEqual(winner === 0 ? ['final', 'superseded'] : ['superseded', 'final'])
    expect(await shop.book()).toMatchObject({ 'ETH platform:cost': 10n ** 18n - 70_000n })
  })
})
