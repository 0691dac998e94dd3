import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InvalidEscrowToken } from '@gateway/domain/escrows/errors'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { answerOnce, type Keep, storeShown } from '../idempotency/idempotency-keys.ts'
import { storeFeeEstimates } from '../custody/costs/fee-estimates.ts'
import { openChain, output, type TestChain } from '../testing/test-chain.ts'
import { ADDRESS, AMOUNT, escrowsOf, openEscrow } from '../testing/test-escrows.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { disputeEscrow } from './decisions/dispute-escrow.ts'
import { refundEscrow } from './decisions/refund-escrow.ts'
import { releaseEscrow } from './decisions/release-escrow.ts'
import { advanceDue } from './sweeps/advance-due.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop()
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { fund, pass, payOut, history, payouts, read } = escrowsOf(() => ({ shop, btc }))
const byToken = (id: string, token: string) => ({ id, token, address: ADDRESS })

/** What block space costs from now on, in thousandths of a satoshi per virtual byte. */
const price = (milliSatsPerVbyte: bigint) =>
  storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees: { family: 'utxo', milliSatsPerVbyte }, at: shop.ctx.clock.now() })

/** A funded escrow with its tokens. */
async function funded(units = AMOUNT) {
  const { escrow, tokens } = await openEscrow(shop)
  await fund(escrow, units)
  const { releaseToken, beneficiaryToken } = tokens
  return { id: escrow.id, address: escrow.address, releaseToken, beneficiaryToken }
}

describe('an escrow', () => {
  test('an escrow is funded, released and settled, and its fee goes to the platform', async () => {
    const { escrow, tokens } = await openEscrow(shop)
    expect(escrow).toMatchObject({ state: 'created', businessId: null, amountUnits: AMOUNT })
    expect(await fund(escrow)).toMatchObject({ state: 'funded', depositedUnits: AMOUNT })
    expect(await releaseEscrow(shop.ctx, byToken(escrow.id, tokens.releaseToken))).toMatchObject({ state: 'released' })
    expect(await payOut(escrow.id)).toMatchObject({ state: 'settled' })
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_release', state: 'final', feeUnits: 10_000n, excessUnits: 0n }])
    expect(await history(escrow.id)).toEqual([
      'system: created',
      'depositor: deposit_detected',
      'system: funded',
      'depositor: released',
      'system: settled',
    ])
    expect((await read(escrow.id)).settlementTxId).not.toBeNull()
  })

  test('an escrow is refunded whole and without a fee when its depositor decides so', async () => {
    const { id, releaseToken } = await funded()
    expect(await refundEscrow(shop.ctx, { ...byToken(id, releaseToken), reason: 'not delivered' })).toMatchObject({ state: 'refunded' })
    const refunded = await payOut(id)
    expect(refunded).toMatchObject({ state: 'refunded' })
    expect(refunded.settlementTxId).not.toBeNull()
    const [payout, ...others] = await payouts(id)
    expect(others).toEqual([])
    expect(payout).toMatchObject({ purpose: 'escrow_refund', state: 'final', feeUnits: 0n })
    expect((payout?.merchantUnits ?? 0n) + (payout?.networkFeeUnits ?? 0n)).toBe(AMOUNT)
  })

  test('returns the excess with the release, and takes no fee of it', async () => {
    const { id, releaseToken } = await funded(AMOUNT + 250_000n)
    await releaseEscrow(shop.ctx, byToken(id, releaseToken))
    await payOut(id)
    const [payout] = await payouts(id)
    expect(payout).toMatchObject({ purpose: 'escrow_release', state: 'final', holdReason: null, feeUnits: 10_000n, excessUnits: 250_000n })
  })

  test('returns deposits that arrive after it was settled', async () => {
    const { id, address, releaseToken } = await funded()
    await releaseEscrow(shop.ctx, byToken(id, releaseToken))
    await payOut(id)
    await fund({ id, address }, 300_000n)
    await payOut(id)
    const [, excess] = await payouts(id)
    expect(excess).toMatchObject({ purpose: 'escrow_excess', state: 'final', feeUnits: 0n })
  })

  test('a late deposit that is not worth its transaction waits, and is returned together with a later one', async () => {
    const { id, address, releaseToken } = await funded()
    await releaseEscrow(shop.ctx, byToken(id, releaseToken))
    await payOut(id)
    await price(10_000n)
    await fund({ id, address }, 3_000n)
    await payOut(id)
    expect((await payouts(id))[1]).toMatchObject({ purpose: 'escrow_excess', state: 'held', holdReason: 'below_cost_of_forwarding' })
    await fund({ id, address }, 9_000n)
    shop.ctx.clock.advance(60_000)
    await payOut(id)
    const [, excess, ...others] = await payouts(id)
    expect([excess?.state, (excess?.merchantUnits ?? 0n) + (excess?.networkFeeUnits ?? 0n), others]).toEqual(['final', 12_000n, []])
    expect(await shop.untrue()).toEqual([])
  })

  test('a payout that waits takes no larger deposit that its own block space would eat, and its chain goes on', async () => {
    const { id, address, releaseToken } = await funded()
    await releaseEscrow(shop.ctx, byToken(id, releaseToken))
    await payOut(id)
    await price(10_000n)
    await fund({ id, address }, 3_000n)
    await payOut(id)
    await price(70_000n)
    await fund({ id, address }, 6_000n)
    expect((await payouts(id))[1]).toMatchObject({ purpose: 'escrow_excess', state: 'held', holdReason: 'below_cost_of_forwarding' })
    await pass(1)
    await payOut(id)
    shop.ctx.clock.advance(60_000)
    await payOut(id)
    const [, excess, ...others] = await payouts(id)
    expect([excess?.state, (excess?.merchantUnits ?? 0n) + (excess?.networkFeeUnits ?? 0n), others]).toEqual(['final', 9_000n, []])
    expect(await shop.untrue()).toEqual([])
  })

  test('an escrow is not funded by less than its amount, however little is missing', async () => {
    const { escrow } = await openEscrow(shop)
    expect(await fund(escrow, AMOUNT - 1n)).toMatchObject({ state: 'created', depositedUnits: AMOUNT - 1n })
  })

  test('expires without a whole deposit, and a partial one goes back', async () => {
    const { escrow } = await openEscrow(shop)
    await fund(escrow, 400_000n)
    await pass(25)
    expect(await advanceDue(shop.ctx, { escrowId: escrow.id })).toMatchObject({ state: 'expired' })
    await payOut(escrow.id)
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_excess', state: 'final', feeUnits: 0n }])
  })

  test('an expired escrow returns a whole amount that arrives late, when it would have been refunded anyway', async () => {
    const { escrow } = await openEscrow(shop)
    await pass(25)
    expect(await advanceDue(shop.ctx, { escrowId: escrow.id })).toMatchObject({ state: 'expired' })
    await fund(escrow)
    await payOut(escrow.id)
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_excess', state: 'held', holdReason: 'outcome_is_not_due' }])
    await pass(71)
    expect(await payOut(escrow.id)).toMatchObject({ state: 'expired' })
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_excess', state: 'final', feeUnits: 0n }])
  })

  test('waits beyond its expiry for a sufficient deposit that is not final', async () => {
    const { escrow } = await openEscrow(shop)
    await btc.showMempool([output(escrow.address, AMOUNT, { tx: 9 })])
    await pass(25, [output(escrow.address, AMOUNT, { tx: 9 })])
    expect(await advanceDue(shop.ctx, { escrowId: escrow.id })).toMatchObject({ state: 'created' })
    await btc.mine({ transfers: [output(escrow.address, AMOUNT, { tx: 9 })] })
    await btc.mineEmpty(5)
    expect(await read(escrow.id)).toMatchObject({ state: 'funded' })
  })

  test('an escrow is refunded by the clock three days after its expiry', async () => {
    const { id } = await funded()
    await pass(24 + 71)
    expect(await advanceDue(shop.ctx, { escrowId: id })).toMatchObject({ state: 'funded' })
    await pass(1)
    expect(await payOut(id)).toMatchObject({ state: 'refunded' })
    expect(await payouts(id)).toMatchObject([{ purpose: 'escrow_refund', state: 'final' }])
  })

  test('an outcome that would cost more than the escrow holds waits for cheaper block space, and its chain goes on', async () => {
    const { id, address, releaseToken } = await funded()
    await price(12_000_000n)
    await refundEscrow(shop.ctx, byToken(id, releaseToken))
    await advanceDue(shop.ctx, { escrowId: id })
    await fund({ id, address }, 300n)
    expect(await payouts(id)).toEqual([])
    await pass(1)
    expect(await payOut(id)).toMatchObject({ state: 'refunded' })
    expect(await payouts(id)).toMatchObject([{ purpose: 'escrow_refund', state: 'final' }])
    expect(await shop.untrue()).toEqual([])
  })

  test('a refund leaves dust that others have sent behind, and does not wait for it', async () => {
    const { id, address, releaseToken } = await funded()
    await price(10_000n)
    await btc.mine({ transfers: Array.from({ length: 160 }, (_, n) => output(address ?? '', 294n, { tx: 5_000 + n })) })
    await btc.mineEmpty(5)
    await refundEscrow(shop.ctx, byToken(id, releaseToken))
    await payOut(id)
    const [refund, ...others] = await payouts(id)
    expect(refund).toMatchObject({ purpose: 'escrow_refund', state: 'final', holdReason: null })
    expect([(refund?.merchantUnits ?? 0n) + (refund?.networkFeeUnits ?? 0n), others]).toEqual([AMOUNT, []])
    expect(await shop.untrue()).toEqual([])
  })

  test('an amount in more parts than one transaction can pay out funds nothing, and goes back after the expiry', async () => {
    const { escrow } = await openEscrow(shop)
    const parts = Array.from({ length: 160 }, (_, n) => output(escrow.address ?? '', AMOUNT / 160n, { tx: 6_000 + n }))
    await btc.mine({ transfers: parts })
    await btc.mineEmpty(5)
    expect(await read(escrow.id)).toMatchObject({ state: 'created', depositedUnits: AMOUNT })
    await pass(25)
    await price(1_000n)
    expect(await advanceDue(shop.ctx, { escrowId: escrow.id })).toMatchObject({ state: 'expired' })
    const [back, ...others] = await payouts(escrow.id)
    expect([back?.purpose, back?.state, others]).toEqual(['escrow_excess', 'planned', []])
    expect((back?.merchantUnits ?? 0n) + (back?.networkFeeUnits ?? 0n)).toBe((AMOUNT / 160n) * 150n)
  })

  test('a disputed escrow is released by its depositor alone', async () => {
    const { id, releaseToken, beneficiaryToken } = await funded()
    expect(await disputeEscrow(shop.ctx, { ...byToken(id, beneficiaryToken), reason: ' it is here ' })).toMatchObject({
      state: 'disputed',
      disputeReason: 'it is here',
    })
    await expect(refundEscrow(shop.ctx, byToken(id, releaseToken))).rejects.toThrow(InvalidState)
    await expect(releaseEscrow(shop.ctx, byToken(id, beneficiaryToken))).rejects.toThrow(InvalidEscrowToken)
    expect(await releaseEscrow(shop.ctx, byToken(id, releaseToken))).toMatchObject({ state: 'released' })
    expect((await history(id)).slice(-3)).toEqual(['beneficiary: disputed', 'depositor: dispute_resolved', 'depositor: released'])
  })

  test('a disputed escrow that no operator decides is refunded after two weeks', async () => {
    const { id, releaseToken } = await funded()
    await disputeEscrow(shop.ctx, { ...byToken(id, releaseToken), reason: 'broken' })
    await pass(14 * 24 - 1)
    expect(await advanceDue(shop.ctx, { escrowId: id })).toMatchObject({ state: 'disputed' })
    await pass(1)
    expect(await payOut(id)).toMatchObject({ state: 'refunded' })
    expect(await payouts(id)).toMatchObject([{ purpose: 'escrow_refund', state: 'final' }])
  })

  test.each(['released', 'refunded'] as const)('an escrow that is %s takes no further decision', async (state) => {
    const { id, releaseToken } = await funded()
    const [first, second] = state === 'released' ? [releaseEscrow, refundEscrow] : [refundEscrow, releaseEscrow]
    await first(shop.ctx, byToken(id, releaseToken))
    for (const decide of [
      first,
      second,
      (ctx: TestShop['ctx'], by: ReturnType<typeof byToken>) => disputeEscrow(ctx, { ...by, reason: 'no' }),
    ])
      await expect(decide(shop.ctx, byToken(id, releaseToken))).rejects.toMatchObject({
        code: 'INVALID_STATE',
        details: { current: state },
      })
  })

  test('a decision whose answer was lost is answered alike when it is repeated with its key', async () => {
    const { id, releaseToken } = await funded()
    const died = async (moment: string) => {
      if (moment === 'afterDecisionCommit') throw new Error('died')
    }
    const release = (ctx = shop.ctx) => {
      const show = ({ state, updatedAt }: EscrowEntity) => ({ state, updatedAt: updatedAt.toISOString() })
      const first = async (keep?: Keep<ReturnType<typeof show>>) =>
        show(await releaseEscrow(ctx, { ...byToken(id, releaseToken), keep: keep && storeShown(keep, show) }))
      return answerOnce(ctx, { caller: 'address:192.0.2.1', operation: `release/${id}`, key: 'release-1', body: {} }, { first })
    }
    await expect(release({ ...shop.ctx, failpoint: died })).rejects.toThrow('died')
    const { updatedAt } = await read(id)
    expect(await release()).toEqual({ answer: { state: 'released', updatedAt: updatedAt.toISOString() }, isReplay: true })
  })

  test('waits for its deposit after a reorganisation, and pays once it is back', async () => {
    const { escrow, tokens } = await openEscrow(shop)
    const deposit = output(escrow.address, AMOUNT, { tx: 77 })
    await btc.mine({ transfers: [deposit] })
    await btc.mineEmpty(5)
    await releaseEscrow(shop.ctx, byToken(escrow.id, tokens.releaseToken))
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await btc.rollBack(6)
    expect(await payOut(escrow.id)).toMatchObject({ state: 'released', settlementTxId: null })
    await btc.mine({ transfers: [deposit] })
    await btc.mineEmpty(5)
    await pass(1)
    expect(await payOut(escrow.id)).toMatchObject({ state: 'settled' })
  })

  describe.each([
    ['returns', 88],
    ['is replaced by another one', 99],
  ])('a deposit that a reorganisation removes and that %s', (_, tx) => {
    const decide = ({ escrow, tokens }: Awaited<ReturnType<typeof openEscrow>>) =>
      releaseEscrow(shop.ctx, byToken(escrow.id, tokens.releaseToken))

    test.each([
      ['after the decision, before its payout is planned', decide, async () => {}],
      ['before the decision', async () => {}, decide],
    ] as const)('%s is paid out', async (__, before, after) => {
      const created = await openEscrow(shop)
      const { id, address } = created.escrow
      await btc.mine({ transfers: [output(address, AMOUNT, { tx: 88 })] })
      await btc.mineEmpty(5)
      await before(created)
      await btc.rollBack(6)
      await btc.mine({ transfers: [output(address, AMOUNT, { tx })] })
      await btc.mineEmpty(5)
      await after(created)
      expect(await payOut(id)).toMatchObject({ state: 'settled' })
      expect(await payouts(id)).toMatchObject([{ purpose: 'escrow_release', state: 'final' }])
      expect(await shop.untrue()).toEqual([])
    })
  })
})
