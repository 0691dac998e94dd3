import { insertSettlement, lockEscrows, saveEscrows } from '@gateway/db/escrows/queries'
import { platformBusinessId } from '@gateway/domain/businesses/business'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bumpStuckAttempts } from '../custody/fee-bumping/bump-stuck-attempts.ts'
import { pausePayouts } from '../custody/pauses/pause-payouts.ts'
import { holdPhrase } from '../payments/summary/hold-phrases.ts'
import { signDue } from '../testing/sign-forward.ts'
import { attemptsOf, leaveOut, openChain, type TestChain, THIRD_PARTY } from '../testing/test-chain.ts'
import { byToken, contractEscrowsOf, FEE, logsOf, UNITS } from '../testing/test-contract-escrows.ts'
import { escrowsOf } from '../testing/test-escrows.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { releaseEscrow } from './decisions/release-escrow.ts'
import { refundEscrow } from './decisions/refund-escrow.ts'
import { listWaitingPayouts } from './settlement/list-waiting-payouts.ts'
import { advanceDue } from './sweeps/advance-due.ts'

let shop: TestShop
let eth: TestChain
beforeEach(async () => {
  shop = await openShop()
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
})
afterEach(() => closeShop(shop))

const { read, history, payouts } = escrowsOf(() => ({ shop, btc: eth }))

const { open, pay, sign, settle, happen, pass } = contractEscrowsOf(() => ({ shop, eth }))
const decider = () => shop.signer.keys.deciderAddress('ETH')

describe('an escrow whose money a contract holds', () => {
  test('an escrow is released by a signature of the decider, which is another account than the gas payer', async () => {
    const escrow = await open()
    expect(await read(escrow.id)).toMatchObject({ state: 'funded', contract: { terms: { decider: decider(), amount: String(UNITS) } } })
    await releaseEscrow(shop.ctx, byToken(escrow))
    const { attempt, ...signed } = await sign(escrow)
    expect(signed).toEqual({ outcome: 'release', signer: decider() })
    expect(decider()).not.toBe(shop.gasPayer)
    const { decided, released } = logsOf(escrow, attempt.handle)
    await settle(attempt, { outcomes: decided('release', 'signature'), flushes: released() })
    expect(await read(escrow.id)).toMatchObject({ state: 'settled', settlementTxId: attempt.handle })
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_release', state: 'final', feeUnits: FEE, networkFeeUnits: 0n }])
    expect(await shop.untrue()).toEqual([])
  })

  test('an overpaid escrow is released in one transaction, and the excess is part of it', async () => {
    const escrow = await open(UNITS + 7n)
    await releaseEscrow(shop.ctx, byToken(escrow))
    const { attempt } = await sign(escrow)
    const { decided, released } = logsOf(escrow, attempt.handle)
    await settle(attempt, { outcomes: decided('release', 'signature'), flushes: released(UNITS + 7n) })
    expect(await payouts(escrow.id)).toMatchObject([{ state: 'final', excessUnits: 7n, feeUnits: FEE }])
    expect(await shop.untrue()).toEqual([])
  })

  test('an escrow is refunded whole by a signature, and later deposits are returned without one', async () => {
    const escrow = await open()
    await refundEscrow(shop.ctx, byToken(escrow))
    const { attempt, ...signed } = await sign(escrow)
    expect(signed).toEqual({ outcome: 'refund', signer: decider() })
    await settle(attempt, {
      outcomes: logsOf(escrow, attempt.handle).decided('refund', 'signature'),
      flushes: logsOf(escrow, attempt.handle).returned(),
    })
    expect(await read(escrow.id)).toMatchObject({ state: 'refunded', settlementTxId: attempt.handle })
    await pay(escrow, 9_000_000n)
    const late = await sign(escrow)
    expect([late.outcome, late.signer]).toEqual(['refund', undefined])
    await settle(late.attempt, { flushes: logsOf(escrow, late.attempt.handle).returned(9_000_000n) })
    expect(await payouts(escrow.id)).toMatchObject([
      { purpose: 'escrow_refund', state: 'final' },
      { purpose: 'escrow_excess', state: 'final', merchantUnits: 9_000_000n },
    ])
    expect(await shop.untrue()).toEqual([])
  })

  test('an escrow that expires with a part of its amount is refunded by a signature, and stays expired', async () => {
    const escrow = await open(UNITS / 2n)
    await pass(25)
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    const { attempt, ...signed } = await sign(escrow)
    expect(signed).toEqual({ outcome: 'refund', signer: decider() })
    const { decided, returned } = logsOf(escrow, attempt.handle)
    await settle(attempt, { outcomes: decided('refund', 'signature'), flushes: returned(UNITS / 2n) })
    expect((await read(escrow.id)).state).toBe('expired')
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_excess', state: 'final' }])
    expect(await shop.untrue()).toEqual([])
  })
})

describe('an outcome that the chain decides', () => {
  test('an outcome becomes that of the escrow once it is final: a third party releases it by its token', async () => {
    const escrow = await open()
    const { decided, released } = logsOf(escrow)
    const { height } = await eth.mine({ outcomes: decided('release', 'release_token'), flushes: released() })
    expect((await read(escrow.id)).state).toBe('funded')
    await eth.mineEmpty(1, height)
    expect(await read(escrow.id)).toMatchObject({ state: 'settled', settlementTxId: THIRD_PARTY })
    expect((await history(escrow.id)).slice(3)).toEqual(['depositor: released', 'system: settled'])
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_release', state: 'final', feeUnits: FEE }])
    expect(await shop.untrue()).toEqual([])
  })

  test('an outcome whose block was orphaned decides nothing', async () => {
    const escrow = await open()
    const { decided, released } = logsOf(escrow)
    await eth.mine({ outcomes: decided('release', 'release_token'), flushes: released() })
    await eth.rollBack()
    const { height } = await eth.mine()
    await eth.mineEmpty(1, height)
    expect((await read(escrow.id)).state).toBe('funded')
    expect(await payouts(escrow.id)).toEqual([])
  })

  test('an outcome of the contract that is not paid yet is paid without a signature', async () => {
    const escrow = await open()
    await happen({ outcomes: logsOf(escrow).decided('release', 'release_token') })
    expect((await read(escrow.id)).state).toBe('released')
    const { attempt, ...signed } = await sign(escrow)
    expect(signed).toEqual({ outcome: 'release', signer: undefined })
    await settle(attempt, { flushes: logsOf(escrow, attempt.handle).released() })
    expect((await read(escrow.id)).state).toBe('settled')
    expect(await shop.untrue()).toEqual([])
  })

  test('a settlement that a third party has forestalled is fee-bumped all the same: later payouts wait for its nonce', async () => {
    const [escrow, later] = [await open(), await open()]
    await releaseEscrow(shop.ctx, byToken(escrow))
    const { attempt } = await sign(escrow)
    const log = logsOf(escrow)
    await happen({ flushes: log.released(), outcomes: log.decided('release', 'release_token') })
    expect(await read(escrow.id)).toMatchObject({ state: 'settled' })
    await releaseEscrow(shop.ctx, byToken(later))
    await sign(later)
    await leaveOut(eth, 4)
    expect(await bumpStuckAttempts(shop.signer, eth.node.rail)).toBe(1)
    expect(await listWaitingPayouts(shop.ctx)).toEqual([])
    const again = (await attemptsOf(shop.ctx)).at(-1)
    expect([again?.intentId, again?.inputs]).toEqual([attempt.intentId, attempt.inputs])
  })

  test('a settlement that blocks leave out and a pause keeps from being fee-bumped is shown as stuck', async () => {
    const escrow = await open()
    await releaseEscrow(shop.ctx, byToken(escrow))
    await sign(escrow)
    await pausePayouts(shop.ctx, { scope: 'asset:USDC_ETH', reason: 'a drill', by: 'watcher' })
    await leaveOut(eth, 4)
    expect(await bumpStuckAttempts(shop.signer, eth.node.rail)).toBe(0)
    expect(await listWaitingPayouts(shop.ctx)).toMatchObject([
      { kind: 'stuck', id: escrow.id, reason: 'paused:asset:USDC_ETH', ending: 'lift', commands: [['lift', 'asset:USDC_ETH']] },
    ])
  })

  test('an outcome forbids another one from when a block shows it', async () => {
    const escrow = await open()
    await eth.mine({ outcomes: logsOf(escrow).decided('release', 'release_token') })
    await expect(refundEscrow(shop.ctx, byToken(escrow))).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await pass(24 + 72)
    expect(await advanceDue(shop.ctx, { escrowId: escrow.id })).toMatchObject({ state: 'funded' })
    expect(await releaseEscrow(shop.ctx, byToken(escrow))).toMatchObject({ state: 'released' })
  })

  test('an outcome becomes that of an escrow whose deposit was never seen', async () => {
    const escrow = await open(0n)
    const { decided, released } = logsOf(escrow)
    await happen({ outcomes: decided('release', 'release_token'), flushes: released() })
    expect((await read(escrow.id)).state).toBe('settled')
    expect((await history(escrow.id)).slice(1)).toContain('depositor: released')
    expect(await shop.untrue()).toEqual([])
  })

  test('a refund that the contract cannot pay at once is paid as the refund', async () => {
    const escrow = await open()
    await refundEscrow(shop.ctx, byToken(escrow))
    const first = await sign(escrow)
    await settle(first.attempt, { outcomes: logsOf(escrow, first.attempt.handle).decided('refund', 'signature') })
    expect(await payouts(escrow.id)).toMatchObject([{ state: 'held', holdReason: 'flush_failed' }])
    await pass(25)
    const { attempt, ...signed } = await sign(escrow)
    expect(signed).toEqual({ outcome: 'refund', signer: undefined })
    await settle(attempt, { flushes: logsOf(escrow, attempt.handle).returned() })
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_refund', state: 'final' }])
    expect((await read(escrow.id)).settlementTxId).toBe(attempt.handle)
  })
})

describe('the signer', () => {
  test('signs no release in the two days before the contract can be refunded by anybody', async () => {
    const escrow = await open()
    await releaseEscrow(shop.ctx, byToken(escrow))
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await pass(24 + 24 * 58 + 1)
    await signDue(shop.signer, 'ETH')
    expect(await payouts(escrow.id)).toMatchObject([{ state: 'held', holdReason: 'contract_deadline_is_near' }])
    expect(await listWaitingPayouts(shop.ctx)).toMatchObject([
      {
        kind: 'unsigned',
        subject: 'escrow',
        id: escrow.id,
        businessId: platformBusinessId,
        round: { ref: escrow.id, leg: 0 },
        purpose: 'escrow_release',
        state: 'released',
        units: 50_000_000n,
        reason: 'contract_deadline_is_near',
        because: holdPhrase('contract_deadline_is_near'),
        commands: [],
      },
    ])
    expect(await attemptsOf(shop.ctx)).toEqual([])
  })

  test('signs nothing for an outcome that only a row claims', async () => {
    const escrow = await open()
    const em = shop.ctx.orm.em.fork()
    const claimed = { escrowId: escrow.id, outcome: 'release', actor: 'depositor', evidence: null, at: shop.ctx.clock.now() } as const
    await insertSettlement(em, claimed)
    const [locked] = await lockEscrows(em, [escrow.id])
    await saveEscrows(em, locked ? [Object.assign(locked, { state: 'released' as const })] : [])
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await signDue(shop.signer, 'ETH')
    expect(await payouts(escrow.id)).toMatchObject([{ state: 'held', holdReason: 'outcome_is_not_proven' }])
    await pay(escrow, 5_000_000n)
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await signDue(shop.signer, 'ETH')
    expect((await payouts(escrow.id)).map(({ holdReason }) => holdReason)).toEqual(['outcome_is_not_proven', 'outcome_is_not_due'])
    expect(await attemptsOf(shop.ctx)).toEqual([])
  })
})
