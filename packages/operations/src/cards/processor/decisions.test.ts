import { RefundCardInput } from '@gateway/contract/cards/inputs'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { tables } from '@gateway/db/tables'
import { runFolder } from '@gateway/testing/run-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guardDecisions } from '../../custody/decisions/guard-decisions.ts'
import { verifyDecisions } from '../../custody/decisions/verify-decisions.ts'
import { listPauses, pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import { openHighWaterFile } from '../../custody/recovery/high-water-file.ts'
import { objectsOf, paidCard, refund, release, requireTrue, tell } from '../../testing/card-money.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { refundCard } from '../refunds/refund-card.ts'

const LEASE_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1_000

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
})
afterAll(() => closeCardShop(shop))
afterEach(() => requireTrue(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const countOf = async (): Promise<bigint> =>
  BigInt((await db().selectFrom('decision_count').select('seq').where('role', '=', 'processor').executeTakeFirstOrThrow()).seq)
const paused = async () => (await listPauses(shop.ctx)).filter(({ scope }) => scope === 'cards')
const refundsThere = async (): Promise<number> => (await objectsOf(shop, 'refund')).length
const intentOf = ({ id }: CardPaymentEntity) =>
  db().selectFrom('processor_intent').selectAll().where('paymentId', '=', id).where('purpose', '=', 'card_refund').executeTakeFirstOrThrow()
const attemptOf = async (payment: CardPaymentEntity) =>
  db()
    .selectFrom('processor_attempt')
    .selectAll()
    .where('intentId', '=', (await intentOf(payment)).id)
    .executeTakeFirst()

/** Asks for a refund whose answer nobody awaits, and lets the role work. */
async function askRefund({ id }: CardPaymentEntity): Promise<void> {
  const hear = () => {
    throw new Error('nobody waits')
  }
  await refundCard({ ...shop.ctx, hear }, { actor: shop.actor, wish: RefundCardInput.parse({ payment_id: id, amount: 500 }) }).catch(
    () => {},
  )
  await shop.work()
}

/** A refund of a direct payment that the processor has made and the database lacks. @returns its id. */
async function refundThere({ paymentIntentId, processorAccountId }: CardPaymentEntity, intentId: string): Promise<string> {
  const response = await fetch(`${shop.stripe.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer rk_test_refunds', 'stripe-account': processorAccountId },
    body: new URLSearchParams({ payment_intent: paymentIntentId ?? '', amount: '500', 'metadata[intent_id]': intentId }),
  })
  return ((await response.json()) as { id: string }).id
}

describe('money that leaves by card', () => {
  test('is one decision of the role, which its file has before the processor is called', async () => {
    const payment = await paidCard(shop, { amount: 2_000 })
    const { processor, sequence } = shop.processor
    const { send } = processor
    const noted: (bigint | undefined)[] = []
    const watched: typeof send = (request, options) => {
      if (options.idempotencyKey?.startsWith('card_refund:')) noted.push(sequence.highestAttempt())
      return send(request, options)
    }
    Object.assign(processor, { send: watched })
    await askRefund(payment)
    Object.assign(processor, { send })
    const { id } = await intentOf(payment)
    const decisions = await db().selectFrom('policy_decision').selectAll().where('intentId', '=', id).execute()
    const facts = { purpose: 'card_refund', amountMinor: '500', currency: 'USD' }
    expect(decisions).toEqual([expect.objectContaining({ role: 'processor', rule: 'all', outcome: 'allow', facts })])
    expect(noted).toEqual([BigInt(decisions[0]?.seq ?? 0)])
  })

  test('is every transfer, reversal and refund of a fee too; a charge is none', async () => {
    const before = await countOf()
    const direct = await paidCard(shop, { amount: 2_000 })
    const held = await paidCard(shop, { amount: 2_000, escrow_mode: true })
    expect(await countOf()).toBe(before)
    await refund(shop, { payment_id: direct.id })
    await release(shop, held)
    await refund(shop, { escrow_id: held.escrowId })
    await shop.work()
    const rows = await db().selectFrom('policy_decision').select('facts').where('seq', '>', String(before)).orderBy('seq').execute()
    expect(rows.map(({ facts }) => String(facts['purpose'])).toSorted()).toEqual([
      'card_fee_refund',
      'card_refund',
      'card_refund',
      'card_reversal',
      'card_transfer',
    ])
  })

  test('is not asked of the processor by a role that died before its file had the decision, and once by the next', async () => {
    const payment = await paidCard(shop, { amount: 2_000 })
    const before = await refundsThere()
    const { recordAttempt } = shop.processor.sequence
    const full = () => {
      throw new Error('the disk is full')
    }
    Object.assign(shop.processor.sequence, { recordAttempt: full })
    await askRefund(payment)
    Object.assign(shop.processor.sequence, { recordAttempt })
    expect([await refundsThere(), (await attemptOf(payment))?.state]).toEqual([before, 'broadcast'])
    shop.ctx.clock.advance(LEASE_MS)
    await shop.work()
    expect([await refundsThere(), (await attemptOf(payment))?.state]).toEqual([before + 1, 'final'])
    expect(shop.processor.sequence.highestAttempt()).toBe(await countOf())
  })
})

describe('a database that was restored from a backup', () => {
  test('keeps the processor from being called, though nobody has paused', async () => {
    const payment = await paidCard(shop, { amount: 2_000 })
    const before = await refundsThere()
    shop.processor.sequence.recordAttempt((await countOf()) + 100n)
    await askRefund(payment)
    expect([await refundsThere(), (await attemptOf(payment))?.state]).toEqual([before, 'broadcast'])
    shop.processor.sequence.recordAccepted(await countOf())
    shop.ctx.clock.advance(LEASE_MS)
    await shop.work()
    expect([await refundsThere(), (await attemptOf(payment))?.state]).toEqual([before + 1, 'final'])
  })

  test('pauses cards before anything is begun, until operators lift it while the role runs; charges go on', async () => {
    const payment = await paidCard(shop, { amount: 2_000 })
    const [before, known] = [await refundsThere(), await countOf()]
    shop.processor.sequence.recordAttempt(known + 5n)
    const guard = guardDecisions(shop.processor)
    await guard()
    const reason = expect.stringContaining(`restored from a backup: the role processor has made ${known + 5n} decisions`)
    expect(await paused()).toEqual([expect.objectContaining({ pausedBy: 'processor', reason })])
    await askRefund(payment)
    expect([await refundsThere(), (await intentOf(payment)).state, await countOf()]).toEqual([before, 'planned', known])
    expect((await paidCard(shop, { amount: 700 })).state).toBe('succeeded')
    await liftPause(shop.signer, 'cards')
    await guardDecisions(shop.processor)()
    expect(await paused()).toHaveLength(1)
    await guard()
    await liftPause(shop.signer, 'cards')
    await guard()
    expect([shop.processor.sequence.highestAttempt(), await paused()]).toEqual([known, []])
    await shop.work()
    expect(await refundsThere()).toBe(before + 1)
  })

  test('lacks a refund that it had planned: once a day has passed it is looked for before its key is sent again', async () => {
    const payment = await paidCard(shop, { amount: 2_000 })
    await pausePayouts(shop.ctx, { scope: 'cards', reason: 'restored', by: 'operator:anna' })
    await askRefund(payment)
    const made = await refundThere(payment, (await intentOf(payment)).id)
    shop.ctx.clock.advance(DAY_MS + LEASE_MS)
    await liftPause(shop.signer, 'cards')
    const before = await refundsThere()
    await shop.work()
    expect([await refundsThere(), (await attemptOf(payment))?.proof]).toEqual([before, { object: made }])
    expect((await shop.card(payment.id)).payment).toMatchObject({ refundedMinor: 500n, pendingMinor: 0n })
  })

  test('lacks a refund altogether: an event that the processor sends again makes it one of ours, so that no more is refunded than is left', async () => {
    const payment = await paidCard(shop, { amount: 2_000 })
    await pausePayouts(shop.ctx, { scope: 'cards', reason: 'restored', by: 'operator:anna' })
    const objectId = await refundThere(payment, randomUUID())
    await tell(shop, { type: 'refund.created', objectId, account: payment.processorAccountId })
    expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'partially_refunded', refundedMinor: 500n })
    const wish = RefundCardInput.parse({ payment_id: payment.id, amount: 1_501 })
    await expect(refundCard(shop.ctx, { actor: shop.actor, wish })).rejects.toMatchObject({ details: { remaining: 1_500 } })
    await liftPause(shop.signer, 'cards')
    await shop.work()
  })

  test('and a file that is lost are one: cards are paused', async () => {
    const guard = guardDecisions({ ...shop.processor, sequence: openHighWaterFile(join(runFolder(), `processor-${randomUUID()}`)) })
    await guard()
    expect(await paused()).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('PROCESSOR_SEQUENCE_FILE names is missing') }),
    ])
    await guard()
    await liftPause(shop.signer, 'cards')
    await guard()
    expect(await paused()).toEqual([])
  })
})

describe('the decision log of the role', () => {
  const tamper = (statement: string): Promise<unknown> =>
    shop.ctx.orm.em
      .fork()
      .getConnection()
      .execute(`ALTER TABLE policy_decision DISABLE TRIGGER ALL; ${statement}; ALTER TABLE policy_decision ENABLE TRIGGER ALL`)
  const reasons = async (): Promise<(string | null)[]> => {
    await verifyDecisions(shop.processor)
    return (await paused()).map(({ reason }) => reason)
  }
  beforeEach(() => tamper('CREATE TABLE kept AS SELECT * FROM policy_decision'))
  afterEach(async () => {
    await tamper(
      `DELETE FROM policy_decision; INSERT INTO policy_decision SELECT * FROM kept; DROP TABLE kept;
      UPDATE decision_count SET seq = (SELECT coalesce(max(seq), 0) FROM policy_decision decision WHERE decision.role = decision_count.role)`,
    )
    if ((await paused()).length > 0) await liftPause(shop.signer, 'cards')
  })

  test('pauses nothing while it is as the role wrote it', async () => {
    expect([(await countOf()) > 2n, await reasons()]).toEqual([true, []])
  })

  test.each([
    [`UPDATE policy_decision SET facts = '{"amountMinor": "1"}' WHERE role = 'processor' AND seq = 2`, 'decision_was_altered at 2'],
    ["DELETE FROM policy_decision WHERE role = 'processor' AND seq = 1", 'record_has_a_gap at 1'],
    ["UPDATE decision_count SET seq = seq + 1 WHERE role = 'processor'", 'record_has_a_gap'],
    ["DELETE FROM policy_decision; UPDATE decision_count SET seq = 0 WHERE role = 'processor'", 'signed_without_decision'],
  ])('pauses cards once it was changed: %s', async (change, reason) => {
    await tamper(change)
    expect(await reasons()).toEqual([expect.stringContaining(`the decision log of the role processor was changed: ${reason}`)])
  })
})
