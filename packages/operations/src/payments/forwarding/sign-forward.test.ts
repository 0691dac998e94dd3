import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { plans } from '@gateway/domain/businesses/plan'
import { runFolder } from '@gateway/testing/run-folder'
import { sql } from 'kysely'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { insertAttempts } from '../../custody/signing/store-attempts.ts'
import { openHighWaterFile } from '../../custody/recovery/high-water-file.ts'
import type { SignerContext } from '../../custody/signer-context.ts'
import { attemptsOf, openChain, output, type TestChain, tokens, txOf } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { listHeld } from '../held/list-held.ts'
import { signForward, testOwners } from '../../testing/sign-forward.ts'
import { signDuePayouts } from '../../custody/signing/sign-due-payouts.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await openShop({ plans: { ...plans, starter: { ...plans.starter, monthlyTransactions: 1_000 } } }, 3)
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const sign = (paymentId: string, signer: SignerContext = shop.signer) => signForward(signer, { paymentId })
const intents = () => db().selectFrom('spend_intent').selectAll().orderBy('createdAt').orderBy('id').execute()
/** Tampers with append-only rows, like an attacker with the database's own password. */
const tamper = (statement: string) =>
  shop.ctx.orm.em
    .fork()
    .getConnection()
    .execute(`ALTER TABLE payout_terms DISABLE TRIGGER ALL; ${statement}; ALTER TABLE payout_terms ENABLE TRIGGER ALL`)

describe('signing a forward of Bitcoin', () => {
  let btc: TestChain
  beforeEach(async () => void (btc = await openChain(shop.ctx, 'BTC')))

  const confirmed = async (amount = 60) => {
    const payment = await shop.ask({ amount, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: 1 })] })
    await btc.mineEmpty(1)
    return payment
  }

  test('four concurrent signers produce one transaction', async () => {
    const { id } = await confirmed()
    // One that finds the payout in other hands leaves it to them.
    await Promise.allSettled([1, 2, 3, 4].map(() => sign(id)))
    expect(await attemptsOf(shop.ctx)).toMatchObject([{ n: 0, state: 'signed', inputs: [{ resource: txOf(1), sequence: 0 }] }])
    expect((await shop.read(id)).state).toBe('forwarding')
    expect((await shop.events(id)).filter((type) => type === 'payment.forwarding')).toHaveLength(1)
  })

  test('signing again after a crash before the commit produces the same bytes', async () => {
    const { id } = await confirmed()
    const seen: string[] = []
    const dying = async (name: string) => {
      if (name !== 'attemptSigned') return
      seen.push(name)
      throw new Error('killed')
    }
    await expect(sign(id, { ...shop.signer, failpoint: dying })).rejects.toThrow('killed')
    expect(await attemptsOf(shop.ctx)).toEqual([])
    await sign(id)
    const [first] = await attemptsOf(shop.ctx)
    await db().deleteFrom('attempt_input').execute()
    await db().deleteFrom('spend_attempt').execute()
    await db().deleteFrom('utxo_lock').execute()
    await sql`UPDATE spend_intent SET state = 'planned'`.execute(db())
    // A new high-water file, as if the first attempt had never been stored.
    const sequence = openHighWaterFile(join(runFolder(), `again-${id}`))
    sequence.recordAttempt(0n)
    await sign(id, { ...shop.signer, sequence })
    const [second] = await attemptsOf(shop.ctx)
    expect(second?.raw).toEqual(first?.raw)
    expect(seen).toEqual(['attemptSigned'])
  })

  test('waits without a current fee estimate', async () => {
    const { id } = await confirmed()
    shop.ctx.clock.advance(10 * 60_000 + 1)
    await expect(sign(id)).rejects.toThrow('no_current_fee_estimate')
    expect(await intents()).toMatchObject([{ state: 'held', holdReason: 'no_current_fee_estimate' }])
    expect((await shop.read(id)).state).toBe('confirmed')
  })

  test.each([
    { what: 'the rate is above the cap of the operator', milliSatsPerVbyte: 600_000n, amount: 600, reason: 'fee_rate_above_cap' },
    { what: 'the fee would be more than the allowed share', milliSatsPerVbyte: 40_000n, amount: 60, reason: 'network_fee_above_cap' },
    { what: 'the fee would eat everything', milliSatsPerVbyte: 499_000n, amount: 12, reason: 'below_cost_of_forwarding' },
  ])('waits while $what, stores the reason and resumes by itself', async ({ milliSatsPerVbyte, amount, reason }) => {
    const { id } = await confirmed(amount)
    const price = (rate: bigint) =>
      db()
        .updateTable('chain_cursor')
        .set({ fees: { family: 'utxo', milliSatsPerVbyte: String(rate) } })
        .execute()
    await price(milliSatsPerVbyte)
    await expect(sign(id)).rejects.toThrow(reason)
    await price(2_000n)
    await sign(id)
    expect(await intents()).toMatchObject([{ state: 'signed', holdReason: null }])
  })

  test.each([
    { what: 'the share', feeCaps: { BTC: { shareBps: 1, floorUnits: 0n } } },
    { what: 'the floor where that is more', feeCaps: { BTC: { shareBps: 1, floorUnits: 250n } } },
  ])('waits while the fee exceeds $what of the signer’s own setting', async ({ feeCaps }) => {
    const { id } = await confirmed()
    await expect(sign(id, { ...shop.signer, feeCaps })).rejects.toThrow('network_fee_above_cap')
    await sign(id, { ...shop.signer, feeCaps: { BTC: { shareBps: 1, floorUnits: 3_000n } } })
    expect(await intents()).toMatchObject([{ state: 'signed', holdReason: null }])
  })

  test('pays everything to the merchant when the plan’s fee is zero', async () => {
    Object.assign(shop.ctx, { plans: { ...plans, starter: { ...plans.starter, feeBps: 0 } } })
    const { id } = await confirmed()
    await sign(id)
    await btc.send()
    const [attempt] = await attemptsOf(shop.ctx)
    if (!attempt) throw new Error('nothing was signed')
    const { feeUnits } = attempt
    await btc.mine({ attempts: [attempt], receipts: [{ txId: attempt.handle, succeeded: true, feeUnits: feeUnits ?? 0n }] })
    await btc.mineEmpty(5)
    expect(await shop.read(id)).toMatchObject({ state: 'forwarded', feeUnits: 0n, merchantUnits: 100_000n - (feeUnits ?? 0n) })
    expect(await shop.book()).toEqual({})
  })

  test('raises an alarm after a day above a fee cap, and shows since when it waits', async () => {
    const { id } = await confirmed()
    const heldAt = shop.ctx.clock.now()
    const told: Record<string, unknown>[] = []
    const log = { ...shop.ctx.log, error: (fields: object) => void told.push({ ...fields }) }
    const tryAgain = async () => {
      const fees = { family: 'utxo', milliSatsPerVbyte: 40_000n } as const
      await storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees, at: shop.ctx.clock.now() })
      await expect(sign(id, { ...shop.signer, log })).rejects.toThrow('network_fee_above_cap')
      return listHeld(shop.ctx)
    }
    expect(await tryAgain()).toMatchObject([{ reason: 'network_fee_above_cap', since: heldAt, alarm: false }])
    shop.ctx.clock.advance(24 * 60 * 60_000 - 1)
    await tryAgain()
    expect(told).toEqual([])
    shop.ctx.clock.advance(1)
    expect(await tryAgain()).toMatchObject([{ since: heldAt, alarm: true }])
    expect(told).toMatchObject([{ alarm: 'fees_above_cap_for_a_day', reason: 'network_fee_above_cap' }])
  })

  test('rejects an output that another payout spends already', async () => {
    const { id } = await confirmed()
    const [intent] = await intents()
    if (!intent) throw new Error('no intent')
    const other = { ...intent, id: shop.ctx.ids.uuid(), ref: 'other' }
    await db()
      .insertInto('spend_intent')
      .values({ ...other, leadId: other.id })
      .execute()
    await db()
      .insertInto('utxo_lock')
      .values({ chain: 'BTC', txid: txOf(1), vout: 0, intentId: other.id })
      .execute()
    const signed = {
      raw: Buffer.from([0]),
      txId: 'f'.repeat(64),
      inputs: [{ resource: txOf(1), sequence: 0 }],
      feeUnits: 1n,
      platformPaid: true,
      takenBackUnits: 0n,
    }
    await insertAttempts(shop.ctx.orm.em.fork(), shop.ctx, [{ lead: { id: other.id, chain: 'BTC' }, n: 0, supersedes: null, signed }])
    await expect(sign(id)).rejects.toThrow('deposits_do_not_match')
    expect((await attemptsOf(shop.ctx)).map(({ intentId }) => intentId)).toEqual([other.id])
    for (const table of ['utxo_lock', 'attempt_input', 'spend_attempt'] as const) await db().deleteFrom(table).execute()
    await db().deleteFrom('spend_intent').where('id', '=', other.id).execute()
  })

  test('signs nothing for a payment that is unconfirmed or already signed', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await sign(payment.id)
    const { id } = await confirmed()
    await sign(id)
    await sign(id)
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
  })
})

describe('signing flushes on Ethereum', () => {
  let eth: TestChain
  beforeEach(async () => void (eth = await openChain(shop.ctx, 'ETH')))

  const confirmed = async (count: number): Promise<Payment[]> => {
    const payments: Payment[] = []
    for (let made = 0; made < count; made++) payments.push(await shop.ask({ amount: 50, blockchain: 'USDC_ETH' }))
    await eth.mine({ transfers: payments.map((payment, place) => tokens(payment.address, payment.dueUnits, { tx: 10 + place })) })
    await eth.mineEmpty(11)
    return payments
  }

  test('batches up to 50 waiting payouts in one transaction', async () => {
    const payments = await confirmed(53)
    for (const payment of payments) await sign(payment.id)
    const attempts = await attemptsOf(shop.ctx)
    const sizes = await Promise.all(
      attempts.map(async ({ intentId }) => (await intents()).filter((intent) => intent.leadId === intentId).length),
    )
    expect(sizes).toEqual([50, 3])
    expect(attempts.map(({ inputs }) => inputs)).toEqual([0, 1].map((sequence) => [{ resource: shop.gasPayer.toLowerCase(), sequence }]))
  }, 60_000)

  test('concurrent signers leave no nonce gap and sign nothing twice', async () => {
    const payments = await confirmed(8)
    await Promise.all(payments.map(() => signDuePayouts(shop.signer, { chain: 'ETH', owners: testOwners })))
    const nonces = (await attemptsOf(shop.ctx)).flatMap(({ inputs }) => inputs.map(({ sequence }) => sequence))
    expect(nonces).toEqual(nonces.map((_, place) => place))
    expect((await intents()).map((intent) => intent.state)).toEqual(payments.map(() => 'signed'))
  })

  test('frees the nonce when the transaction is not stored', async () => {
    const [payment] = await confirmed(1)
    const dying = async (name: string) => (name === 'attemptSigned' ? Promise.reject(new Error('killed')) : undefined)
    await expect(sign(payment?.id ?? '', { ...shop.signer, failpoint: dying })).rejects.toThrow('killed')
    await sign(payment?.id ?? '')
    expect((await attemptsOf(shop.ctx)).map(({ inputs }) => inputs)).toEqual([[{ resource: shop.gasPayer.toLowerCase(), sequence: 0 }]])
  })

  // The replay at the end would find the tampering.
  afterEach(() =>
    tamper(
      'UPDATE payout_terms SET address = payment.address, fee_bps = payment.fee_bps FROM payment WHERE payout_terms_id = payout_terms.id',
    ),
  )

  test.each([
    [
      'the recipients',
      `UPDATE payout_terms SET recipients = jsonb_set(recipients, '{0,address}', '"0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"')`,
    ],
    ['the fee', 'UPDATE payout_terms SET fee_bps = 900'],
    ['the address', `UPDATE payout_terms SET address = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'`],
  ])('rejects payout terms with tampered %s', async (_name, statement) => {
    const [payment] = await confirmed(1)
    await tamper(statement)
    await expect(sign(payment?.id ?? '')).rejects.toThrow('commit_differs_from_pin')
    expect(await attemptsOf(shop.ctx)).toEqual([])
  })

  test.each(['fee_bps = 900', `recipients = '7', source = 'null'`])(
    'skips a companion whose payout terms have %s, and signs the others',
    async (change) => {
      const [lead, tampered, honest] = await confirmed(3)
      const { recipients, source } = await db()
        .selectFrom('payout_terms')
        .selectAll()
        .where('subjectId', '=', tampered?.id ?? '')
        .executeTakeFirstOrThrow()
      await tamper(`UPDATE payout_terms SET ${change} WHERE subject_id = '${tampered?.id}'`)
      await sign(lead?.id ?? '')
      const states = new Map((await intents()).map((intent) => [intent.ref, intent.state]))
      expect([lead, tampered, honest].map((payment) => states.get(payment?.id ?? ''))).toEqual(['signed', 'planned', 'signed'])
      const before = `recipients = '${JSON.stringify(recipients)}', source = '${JSON.stringify(source)}'`
      await tamper(`UPDATE payout_terms SET ${before} WHERE subject_id = '${tampered?.id}'`)
    },
  )

  test('waits while the gas price is above its cap', async () => {
    const [payment] = await confirmed(1)
    await sql`UPDATE chain_cursor SET fees = jsonb_set(fees, '{baseFeeWei}', '"301000000000"') WHERE chain = 'ETH'`.execute(db())
    await expect(sign(payment?.id ?? '')).rejects.toThrow('gas_above_cap')
  })

  test('waits for a deposit that a reorg has removed', async () => {
    const [payment] = await confirmed(1)
    await eth.rollBack(12)
    await expect(sign(payment?.id ?? '')).rejects.toThrow('deposits_do_not_match')
    expect(await attemptsOf(shop.ctx)).toEqual([])
  })
})
