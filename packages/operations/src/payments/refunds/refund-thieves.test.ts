import { type DatabaseRole, loginOf } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pinRefunds } from '../../custody/pins/pin-refunds.ts'
import { refundOwners } from '../../jobs/refund-owners.ts'
import { attemptsOf, openChain, type TestChain } from '../../testing/test-chain.ts'
import { HELD, HOLD_HOURS, PAYER, refundsOf, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { claimRefund } from './claim-refund.ts'
import { listHeld } from '../held/list-held.ts'
import { planRefunds } from './plan-refunds.ts'
import { cancelRefund } from './cancel-refund.ts'
import { signDue } from '../../testing/sign-forward.ts'

const THIEF = 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { offer, claim, claimed, pass } = refundsOf(() => ({ shop, btc }))

const db = () => tables(shop.ctx.orm.em.fork())
const underpaid = () => underpaidPayment(shop, btc, HELD)
const withdraw = (payment: Payment) => cancelRefund(shop.ctx, { paymentId: payment.id, by: 'operator:anna' })
const returns = () => db().selectFrom('refund').selectAll().execute()
const legs = () => db().selectFrom('spend_intent').select('holdReason').execute()

describe('an attacker with write access to the database', () => {
  const tamper = (statement: string) =>
    shop.ctx.orm.em.fork().getConnection()
      .execute(`ALTER TABLE payout_terms DISABLE TRIGGER ALL; ALTER TABLE payout_terms_pin DISABLE TRIGGER ALL; ${statement};
        ALTER TABLE payout_terms ENABLE TRIGGER ALL; ALTER TABLE payout_terms_pin ENABLE TRIGGER ALL`)
  const reasons = async () => (await legs()).map(({ holdReason }) => holdReason)
  const payee = (address: string) =>
    `UPDATE payout_terms SET recipients = jsonb_set(recipients, '{0,address}', '"${address}"') WHERE subject = 'refund'`

  test.each([
    ['the recipient', payee(THIEF), payee(PAYER)],
    [
      'the time of the pin',
      `UPDATE payout_terms_pin SET pinned_at = pinned_at - interval '3 days' WHERE usable_at IS NOT NULL`,
      `UPDATE payout_terms_pin SET pinned_at = pinned_at + interval '3 days' WHERE usable_at IS NOT NULL`,
    ],
  ])('cannot change %s after the signer’s pin', async (_, attack, undo) => {
    await claimed()
    await pass(HOLD_HOURS)
    await planRefunds(shop.ctx)
    await tamper(attack)
    expect(await signDue(shop.signer)).toBe(0)
    expect(await reasons()).toEqual(['commit_differs_from_pin'])
    await tamper(undo)
    shop.ctx.clock.advance(30_000)
    expect(await signDue(shop.signer)).toBe(1)
  })

  test('gains nothing by shortening the refund hold: nothing is planned and the refund can be withdrawn', async () => {
    const payment = await underpaid()
    await claimRefund(shop.ctx, refundOwners, { token: (await offer(payment)).token, address: THIEF, holdHours: 0, by: 'payer' })
    await pinRefunds(shop.signer)
    await pass(HOLD_HOURS - 1)
    expect(await planRefunds(shop.ctx)).toBe(0)
    await withdraw(payment)
    expect(await shop.book()).toMatchObject({ 'BTC payment:held': HELD })
  })

  test.each([
    ['offered', 'offered'],
    ['being paid', 'paying'],
  ])('cannot show a refund as %s during its hold', async (_, shown) => {
    await claimed()
    const attack = async () => {
      for (const state of [shown, 'claimed']) await sql`UPDATE refund SET state = ${state}`.execute(db())
    }
    await expect(attack()).rejects.toThrow('stays as it is')
  })

  describe('withdrawing a refund that is being paid', () => {
    const callOff = (role: DatabaseRole) =>
      shop.ctx.orm.em.fork().transactional(async (em) => {
        await sql.raw(`SET LOCAL ROLE ${loginOf(role)}`).execute(tables(em))
        await sql`UPDATE refund SET state = 'withdrawn', ended_at = now(), end_reason = 'money_was_lost'`.execute(tables(em))
      })
    beforeEach(async () => {
      await claimed()
      await pass(HOLD_HOURS)
      await planRefunds(shop.ctx)
    })

    test.each(['api', 'operator', 'relay', 'chain'] as const)(
      'the database rejects the withdrawal as %s while its deposits exist',
      async (role) => {
        await expect(callOff(role)).rejects.toThrow('it is on its way')
      },
    )

    test.each(['api', 'operator', 'relay'] as const)(
      'the database rejects the withdrawal as %s in any state of its deposits, because only the chain role writes them',
      async (role) => {
        await db().updateTable('deposit').set({ intentId: null }).execute()
        await expect(callOff(role)).rejects.toThrow('it is on its way')
      },
    )

    test('the database rejects the withdrawal as chain while its signed transaction may still be mined', async () => {
      await signDue(shop.signer)
      await db().updateTable('deposit').set({ intentId: null }).execute()
      await expect(callOff('chain')).rejects.toThrow('it is on its way')
      await tamper(`UPDATE deposit SET intent_id = (SELECT id FROM spend_intent)`)
    })

    test('the database rejects the withdrawal for any reason other than lost money', async () => {
      await db().updateTable('deposit').set({ intentId: null }).execute()
      await expect(sql`UPDATE refund SET state = 'withdrawn', ended_at = now()`.execute(db())).rejects.toThrow('it is on its way')
    })
  })

  test('cannot insert an offered refund with a claimed address', async () => {
    const payment = await underpaid()
    await claim((await offer(payment)).token)
    const columns =
      'payment_id, business_id, state, offered_by, offered_at, offer_ends_at, token_hash, address, payout_terms_id, claimed_at, usable_at'
    const copy = `INSERT INTO refund (id, ${columns}) SELECT gen_random_uuid(), payment_id, business_id, 'offered', offered_by, offered_at, offer_ends_at,
      decode(repeat('ab', 32), 'hex'), address, NULL, claimed_at, usable_at FROM refund`
    const named = copy.replace('address, NULL', "address, (SELECT id FROM payout_terms WHERE subject = 'payment' LIMIT 1)")
    await expect(sql.raw(named).execute(db())).rejects.toThrow('refund_unclaimed')
  })

  test('cannot hide the pinned address, because the held list shows the payout terms', async () => {
    const payment = await underpaid()
    const { id, token } = await offer(payment)
    await claim(token, THIEF)
    await tamper(`ALTER TABLE refund DISABLE TRIGGER ALL; UPDATE refund SET address = '${PAYER}', hold_reason = 'waits_for_confirmations'
      WHERE id = '${id}'; ALTER TABLE refund ENABLE TRIGGER ALL`)
    expect(await listHeld(shop.ctx)).toMatchObject([{ payment: payment.id, reason: expect.stringContaining(THIEF) }])
  })

  test.each([
    [
      'another payment’s deposits',
      `UPDATE payout_terms SET address = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk' WHERE subject = 'refund'`,
      'source_is_not_the_payments',
    ],
    [
      'another key',
      `UPDATE payout_terms SET source = jsonb_set(source, '{idx}', '3') WHERE subject = 'refund'`,
      'source_is_not_the_payments',
    ],
    [
      'two recipients',
      `UPDATE payout_terms SET recipients = recipients || recipients WHERE subject = 'refund'`,
      'return_has_not_one_payer',
    ],
    [
      'a merchant',
      `UPDATE payout_terms SET recipients = jsonb_set(recipients, '{0,role}', '"merchant"') WHERE subject = 'refund'`,
      'return_has_not_one_payer',
    ],
    ['no address', payee('nowhere'), 'payer_address_is_none'],
    ['malformed recipients', `UPDATE payout_terms SET recipients = 'null' WHERE subject = 'refund'`, 'return_has_not_one_payer'],
  ])('the signer rejects a refund for ever that names %s before its pin', async (_, attack, refused) => {
    const payment = await underpaid()
    await claim((await offer(payment)).token)
    await tamper(attack)
    await pinRefunds(shop.signer)
    await pass(HOLD_HOURS)
    await planRefunds(shop.ctx)
    expect(await returns()).toMatchObject([{ state: 'withdrawn', endReason: refused }])
    expect(await attemptsOf(shop.ctx)).toEqual([])
  })
})

test('the signer rejects the platform’s own wallet, whatever the api has accepted', async () => {
  const payment = await underpaid()
  const ctx = { ...shop.ctx, custody: { ...shop.ctx.custody, platformAddresses: {} } }
  const { token } = await offer(payment)
  await claimRefund(ctx, refundOwners, { token, address: wallets.platform.BTC, holdHours: HOLD_HOURS, by: 'payer' })
  await pinRefunds(shop.signer)
  await pass(HOLD_HOURS)
  expect(await planRefunds(shop.ctx)).toBe(0)
  expect(await returns()).toMatchObject([{ state: 'withdrawn', endReason: 'payer_address_is_ours' }])
})
