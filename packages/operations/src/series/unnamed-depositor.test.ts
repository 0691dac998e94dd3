import { tables } from '@gateway/db/tables'
import { InvalidEscrowToken } from '@gateway/domain/escrows/errors'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidState } from '@gateway/domain/kernel/error'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pinEscrows } from '../custody/pins/pin-escrows.ts'
import { nameDepositor } from '../escrows/decisions/name-depositor.ts'
import { disputeEscrow } from '../escrows/decisions/dispute-escrow.ts'
import { disputeApprovalOf } from '../escrows/disputes/dispute-approval.ts'
import { approveNamed } from '../testing/test-approvals.ts'
import { refundEscrow } from '../escrows/decisions/refund-escrow.ts'
import { releaseEscrow } from '../escrows/decisions/release-escrow.ts'
import { advanceDue } from '../escrows/sweeps/advance-due.ts'
import { sweepEscrows } from '../escrows/sweeps/sweep-escrows.ts'
import { authenticateParty } from '../escrows/tokens/authenticate-party.ts'
import { openChain, type TestChain } from '../testing/test-chain.ts'
import { tokenMailedFor } from '../testing/test-emails.ts'
import { ADDRESS, AMOUNT, escrowsOf } from '../testing/test-escrows.ts'
import { removableRates, seriesOf } from '../testing/test-series.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'

const WEEK = 7 * 24
const depositor = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'
let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({ rates: removableRates() })
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { create } = seriesOf(() => shop)
const { fund, pass, payOut, payouts, read } = escrowsOf(() => ({ shop, btc }))

/** A child whose depositor has no address, with the depositor's token. */
async function opened(terms = {}) {
  const { series, escrow } = await create({ depositor_address: undefined, max_periods: 1, ...terms })
  if (!escrow) throw new Error('no child')
  expect([series.depositorAddress, escrow.depositorAddress]).toEqual([null, null])
  const token = await tokenMailedFor(escrow, shop.ctx, shop.ctx.webhookOpeningKey)
  return { escrow, by: { id: escrow.id, token, address: ADDRESS } }
}

async function funded(units = AMOUNT, terms = {}) {
  const { escrow, by } = await opened(terms)
  expect(await fund(escrow, units)).toMatchObject({ state: units < AMOUNT ? 'created' : 'funded' })
  return { ...by, held: escrow }
}

type By = Awaited<ReturnType<typeof opened>>['by']

/** Names an address, and lets the signer look at it. */
async function name({ id, token, address }: By, depositorAddress = depositor) {
  const named = await nameDepositor(shop.ctx, { id, token, address, depositorAddress })
  await pinEscrows(shop.signer, { since: new Date(0) })
  return named
}

/** One operator decides a dispute of this value. */
const rule = (escrowId: string, outcome: 'release' | 'refund') =>
  approveNamed(shop.ctx, disputeApprovalOf({ escrowId, outcome, resolution: 'as agreed' }), { by: 'anna' })

const refusals = async () => {
  const db = tables(shop.ctx.orm.em.fork())
  const rows = await db.selectFrom('payout_terms_pin').select('refused').where('refused', 'is not', null).execute()
  return rows.map(({ refused }) => refused)
}

describe('an escrow whose depositor has no address', () => {
  test('an escrow without the address is released like any other when exactly its amount was paid in', async () => {
    const { id, token, address } = await funded()
    await releaseEscrow(shop.ctx, { id, token, address })
    expect(await payOut(id)).toMatchObject({ state: 'settled', depositorAddress: null })
    expect(await payouts(id)).toMatchObject([{ purpose: 'escrow_release', state: 'final', feeUnits: 10_000n, excessUnits: 0n }])
    expect(await refusals()).toEqual([])
    await pass(31 * 24)
    await expect(authenticateParty(shop.ctx, { id, token, address })).rejects.toThrow(InvalidEscrowToken)
  })

  test('an escrow is refunded once an address is named, after the hold of the signer', async () => {
    const by = await funded()
    await expect(refundEscrow(shop.ctx, by)).rejects.toThrow(InvalidState)
    expect(await name(by)).toMatchObject({ state: 'funded', depositorAddress: depositor })
    expect(await refundEscrow(shop.ctx, by)).toMatchObject({ state: 'refunded' })
    await payOut(by.id)
    expect(await payouts(by.id)).toMatchObject([{ purpose: 'escrow_refund', state: 'held', holdReason: 'not_usable_yet' }])
    await pass(48)
    expect((await payOut(by.id)).settlementTxId).not.toBeNull()
    expect(await payouts(by.id)).toMatchObject([{ purpose: 'escrow_refund', state: 'final', feeUnits: 0n }])
    expect(await refusals()).toEqual([])
  })

  test('an escrow is not refunded by the clock before an address is named, and then at once', async () => {
    const by = await funded()
    await pass(WEEK + 72)
    expect(await advanceDue(shop.ctx, { escrowId: by.id })).toMatchObject({ state: 'funded', deadlineAt: null })
    await pass(60 * 24)
    expect(await sweepEscrows(shop.ctx)).toBe(0)
    expect((await name(by)).deadlineAt).not.toBeNull()
    await sweepEscrows(shop.ctx)
    expect(await read(by.id)).toMatchObject({ state: 'refunded' })
    await pass(48)
    await payOut(by.id)
    expect(await payouts(by.id)).toMatchObject([{ purpose: 'escrow_refund', state: 'final' }])
  })

  test('an escrow can still be released after the time of its refund', async () => {
    const by = await funded()
    await pass(WEEK + 72)
    await advanceDue(shop.ctx, { escrowId: by.id })
    await releaseEscrow(shop.ctx, by)
    expect(await payOut(by.id)).toMatchObject({ state: 'settled' })
  })

  test('a disputed escrow that no operator decides is refunded once an address is named', async () => {
    const by = await funded(AMOUNT, { interval: 'monthly' })
    await disputeEscrow(shop.ctx, { ...by, reason: 'nothing came' })
    await pass(14 * 24)
    expect(await advanceDue(shop.ctx, { escrowId: by.id })).toMatchObject({ state: 'disputed', deadlineAt: null })
    await name(by)
    expect(await advanceDue(shop.ctx, { escrowId: by.id })).toMatchObject({ state: 'refunded' })
    await pass(48)
    await payOut(by.id)
    expect(await payouts(by.id)).toMatchObject([{ purpose: 'escrow_refund', state: 'final', holdReason: null }])
  })

  test('an escrow that operators refund keeps its money for a token that stays valid until an address is named', async () => {
    const by = await funded()
    await disputeEscrow(shop.ctx, { ...by, reason: 'nothing came' })
    await rule(by.id, 'refund')
    await pass(60 * 24)
    expect(await payOut(by.id)).toMatchObject({ state: 'refunded', settlementTxId: null })
    await name(by)
    await sweepEscrows(shop.ctx)
    await pass(48)
    await payOut(by.id)
    expect(await payouts(by.id)).toMatchObject([{ purpose: 'escrow_refund', state: 'final', feeUnits: 0n }])
  })

  test('keeps a partial deposit after it has expired, for a token that stays good until it has gone back', async () => {
    const by = await funded(400_000n)
    await pass(WEEK)
    expect(await payOut(by.id)).toMatchObject({ state: 'expired' })
    await pass(60 * 24)
    expect(await payouts(by.id)).toEqual([])
    await name(by)
    await sweepEscrows(shop.ctx)
    await pass(48)
    await payOut(by.id)
    expect(await payouts(by.id)).toMatchObject([{ purpose: 'escrow_excess', state: 'final', feeUnits: 0n }])
    await expect(authenticateParty(shop.ctx, by)).rejects.toThrow(InvalidEscrowToken)
  })

  test('an overpaid escrow is not released before an address is named', async () => {
    const by = await funded(AMOUNT + 250_000n)
    await expect(releaseEscrow(shop.ctx, by)).rejects.toThrow(InvalidState)
    await name(by)
    expect(await releaseEscrow(shop.ctx, by)).toMatchObject({ state: 'released' })
  })

  test('pays no party the overpaid amount before an address is named for the excess', async () => {
    const by = await funded(AMOUNT + 250_000n)
    await disputeEscrow(shop.ctx, { ...by, reason: 'it came' })
    await rule(by.id, 'release')
    expect(await payOut(by.id)).toMatchObject({ state: 'released' })
    expect(await payouts(by.id)).toEqual([])
    await name(by)
    await advanceDue(shop.ctx, { escrowId: by.id })
    await pass(48)
    expect(await payOut(by.id)).toMatchObject({ state: 'settled' })
    expect(await payouts(by.id)).toMatchObject([{ purpose: 'escrow_release', state: 'final', feeUnits: 10_000n, excessUnits: 250_000n }])
    expect(await refusals()).toEqual([])
  })

  test('keeps deposits that arrive after it was settled until an address is named', async () => {
    const by = await funded()
    await releaseEscrow(shop.ctx, by)
    await payOut(by.id)
    await fund(by.held, 300_000n)
    await payOut(by.id)
    expect(await payouts(by.id)).toHaveLength(1)
    await name(by)
    await sweepEscrows(shop.ctx)
    await pass(48)
    await payOut(by.id)
    expect(await payouts(by.id)).toMatchObject([{}, { purpose: 'escrow_excess', state: 'final', feeUnits: 0n }])
  })
})

describe('the address of a depositor', () => {
  test('the address is named once, by the depositor', async () => {
    const by = await funded()
    await name(by)
    const before = await read(by.id)
    expect(await name(by)).toEqual(before)
    await expect(name(by, 'bcrt1qzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3lgth6c')).rejects.toThrow(InvalidState)
    await expect(name({ ...by, token: `esc_${'0'.repeat(64)}` })).rejects.toThrow(InvalidEscrowToken)
    const db = tables(shop.ctx.orm.em.fork())
    await expect(db.updateTable('escrow').set({ depositorAddress: null }).where('id', '=', by.id).execute()).rejects.toThrow('said once')
  })

  test.each(['nonsense', 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'own'])(
    'the address is not %s, and none is named then',
    async (text) => {
      const by = await funded()
      await expect(name(by, text === 'own' ? (by.held.address ?? '') : text)).rejects.toThrow(InvalidAddress)
      expect(await read(by.id)).toMatchObject({ depositorAddress: null })
    },
  )
})
