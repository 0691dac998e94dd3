import { tables } from '@gateway/db/tables'
import { ChangedSinceShown } from '@gateway/domain/custody/errors'
import { hourOf, hoursBefore } from '@gateway/domain/custody/velocity'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, openChain, output, type TestChain, type TestedChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { approveNamed } from '../../testing/test-approvals.ts'
import { testOperator } from '../../testing/test-operator.ts'
import { payoutApprovalOf } from './payout-approval.ts'
import type { SignerContext } from '../signer-context.ts'
import { findAlteredDecisions, findMissingDecisions } from '../policy/verify-decision-log.ts'

const HOUR_MS = 60 * 60 * 1_000

let shop: TestShop
let eth: TestChain
beforeEach(async () => {
  shop = await openShop({}, 3)
  eth = await openChain(shop.ctx, 'ETH')
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
/** A signer with caps of 120 US dollars per hour and 200 per day. */
const small = (): SignerContext => ({ ...shop.signer, velocityFloors: { hourCents: 12_000n, dayCents: 20_000n } })
/** The same signer, with one millisecond per key access. */
function slow(): SignerContext {
  const { keys } = shop.signer
  const taking =
    <Wanted extends unknown[]>(take: (...wanted: Wanted) => Uint8Array) =>
    (...wanted: Wanted): Uint8Array => {
      shop.ctx.clock.advance(1)
      return take(...wanted)
    }
  return { ...small(), keys: { ...keys, depositKey: taking(keys.depositKey), gasPayerKey: taking(keys.gasPayerKey) } }
}
const sign = ({ id }: Payment, signer = small()) => signForward(signer, { paymentId: id })
const release = ({ id }: Payment, name: string) => approveNamed(shop.ctx, payoutApprovalOf({ ref: id, leg: 0 }), { by: name })
const counted = async () =>
  (await db().selectFrom('payout_velocity').select('usdCents').execute()).reduce((sum, row) => sum + row.usdCents, 0n)
const decisions = () => db().selectFrom('policy_decision').select(['rule', 'outcome']).orderBy('seq').execute()
const states = async () =>
  new Map(
    (await db().selectFrom('spend_intent').select(['ref', 'state', 'holdReason']).execute()).map((row) => [
      row.ref,
      row.holdReason ?? row.state,
    ]),
  )

/** Advances one hour with a fresh fee estimate. */
async function nextHour(chain: TestedChain): Promise<void> {
  shop.ctx.clock.advance(HOUR_MS)
  await sql`UPDATE chain_cursor SET fees_at = ${shop.ctx.clock.now()} WHERE chain = ${chain}`.execute(db())
}

const paymentStates = (payments: readonly Payment[]) => Promise.all(payments.map(async ({ id }) => (await shop.read(id)).state))

/** A second held payout of the object of another one, of the same leg. */
const holdBeside = (ref: string, purpose: string) =>
  sql`INSERT INTO spend_intent SELECT (jsonb_populate_record(intent, jsonb_build_object('id', gen_random_uuid(), 'purpose', ${purpose}::text, 'hold_reason', 'outcome_is_not_due'))).*
    FROM spend_intent intent WHERE ref = ${ref}`.execute(db())

let blocks = 0
async function confirmed(...amounts: number[]): Promise<Payment[]> {
  const payments: Payment[] = []
  for (const amount of amounts) payments.push(await shop.ask({ amount, blockchain: 'USDC_ETH' }))
  const tx = ++blocks * 100
  await eth.mine({ transfers: payments.map((payment, at) => tokens(payment.address, payment.dueUnits, { tx: tx + at })) })
  await eth.mineEmpty(11)
  return payments
}

async function paidInBitcoin(): Promise<Payment> {
  const btc = await openChain(shop.ctx, 'BTC')
  const payment = await shop.ask({ amount: 50, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: ++blocks * 100 })] })
  return payment
}

describe('the hourly velocity cap', () => {
  test('a payout above the hourly velocity cap is held until the next hour', async () => {
    const [first, second] = await confirmed(100, 21)
    if (!first || !second) throw new Error('no payments')
    await sign(first)
    expect(await counted()).toBe(10_000n)
    await expect(sign(second)).rejects.toThrow('above_velocity_cap')
    expect(await counted()).toBe(10_000n)
    await nextHour('ETH')
    await sign(second)
    expect(await counted()).toBe(12_100n)
  })

  test('the hourly cap grows with the best hour of the last week', async () => {
    const [payment] = await confirmed(150)
    if (!payment) throw new Error('no payment')
    await expect(sign(payment)).rejects.toThrow('above_velocity_cap')
    const hour = new Date(shop.ctx.clock.now().getTime() - 3 * 24 * 60 * 60 * 1_000)
    hour.setUTCMinutes(0, 0, 0)
    await db().insertInto('payout_velocity').values({ asset: 'USDC_ETH', hour, usdCents: 5_000n }).execute()
    await sign(payment)
  })

  test('the hourly cap counts payouts of a signer whose fast clock began the next hour', async () => {
    const [payment] = await confirmed(21)
    if (!payment) throw new Error('no payment')
    const hour = hoursBefore(hourOf(shop.ctx.clock.now()), -1)
    await db().insertInto('payout_velocity').values({ asset: 'USDC_ETH', hour, usdCents: 10_000n }).execute()
    await expect(sign(payment)).rejects.toThrow('above_velocity_cap')
  })

  test('adds payouts to a batch only while they fit below the cap', async () => {
    const payments = await confirmed(50, 50, 50, 15)
    const [lead] = payments
    if (lead) await sign(lead)
    const after = await states()
    expect(payments.map(({ id }) => after.get(id))).toEqual(['signed', 'signed', 'planned', 'signed'])
    expect(await counted()).toBe(11_500n)
  })

  test.each([
    { title: 'a deposit’s output is spent', blockchain: 'BTC', keys: 1 },
    { title: 'payouts travel together', blockchain: 'USDC_ETH', keys: 1 },
  ])('counts a payout in the hour of its decision although $title in the next one', async ({ blockchain, keys }) => {
    const [lead] = blockchain === 'BTC' ? [await paidInBitcoin()] : await confirmed(50, 50)
    if (!lead) throw new Error('no payment')
    const hour = hourOf(shop.ctx.clock.now())
    shop.ctx.clock.set(new Date(hour.getTime() + HOUR_MS - keys))
    await sql`UPDATE chain_cursor SET fees_at = ${shop.ctx.clock.now()}`.execute(db())
    await sign(lead, slow())
    expect(shop.ctx.clock.now()).toEqual(new Date(hour.getTime() + HOUR_MS))
    const rows = await db().selectFrom('payout_velocity').select(['hour', 'usdCents']).execute()
    expect(rows).toEqual([{ hour, usdCents: blockchain === 'BTC' ? 5_000n : 10_000n }])
  })

  test('the daily cap counts a payout decided before the hour turned but not yet stored', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payments: Payment[] = []
    for (let n = 0; n < 2; n++) payments.push(await shop.ask({ amount: 60, blockchain: 'BTC' }))
    await btc.mine({ transfers: payments.map((payment, at) => output(payment.address, payment.dueUnits, { tx: 600 + at })) })
    const [first, second] = payments
    if (!first || !second) throw new Error('no payments')
    const hours = [1, 2, 3].map((back) => hoursBefore(hourOf(shop.ctx.clock.now()), back))
    await db()
      .insertInto('payout_velocity')
      .values(hours.map((hour) => ({ asset: 'BTC', hour, usdCents: 4_000n })))
      .execute()
    const gate = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const failpoint = (name: string) => (name === 'attemptSigned' ? (reached.resolve(), gate.promise) : undefined)
    const before = sign(first, { ...small(), failpoint })
    await reached.promise
    await nextHour('BTC')
    // One signer at a time signs for a chain: another one leaves it, and finds the payout counted when it comes again.
    await expect(sign(second)).rejects.toThrow('nothing_to_forward')
    gate.resolve()
    await before
    await expect(sign(second)).rejects.toThrow('above_velocity_cap')
    expect(await counted()).toBe(18_000n)
  })

  test('concurrent signers stay below the cap and count only signed payouts', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payments: Payment[] = []
    for (let n = 0; n < 3; n++) payments.push(await shop.ask({ amount: 50, blockchain: 'BTC' }))
    await btc.mine({ transfers: payments.map((payment, at) => output(payment.address, payment.dueUnits, { tx: 500 + at })) })
    for (const _ of payments) await Promise.allSettled([...payments, ...payments].map((payment) => sign(payment)))
    expect(await attemptsOf(shop.ctx)).toHaveLength(2)
    expect(await counted()).toBeGreaterThanOrEqual(10_000n)
    expect(await counted()).toBeLessThanOrEqual(12_000n)
  })
})

describe('a payout above the caps', () => {
  test('a payout above the caps is signed once two different operators release it, and does not count', async () => {
    const [payment] = await confirmed(150)
    if (!payment) throw new Error('no payment')
    await expect(release(payment, 'anna')).rejects.toThrow('while the state is planned')
    await expect(sign(payment)).rejects.toThrow('above_velocity_cap')
    expect(await release(payment, 'anna')).toBe(1)
    expect(await release(payment, 'anna')).toBe(1)
    await expect(sign(payment)).rejects.toThrow('above_velocity_cap')
    expect(await release(payment, 'ben')).toBe(0)
    await sign(payment)
    expect(await counted()).toBe(0n)
    expect(await decisions()).toEqual([
      { rule: 'P4', outcome: 'hold' },
      { rule: 'all', outcome: 'allow' },
    ])
    const log = await db().selectFrom('audit_entry').select(['actor', 'action']).where('action', '=', 'payout.release').execute()
    expect(new Set(log.map(({ actor }) => actor))).toEqual(new Set([testOperator('anna').as, testOperator('ben').as]))
  })

  test('a release is about the payout that a cap holds, whatever else of its object is held', async () => {
    const [payment] = await confirmed(150)
    if (!payment) throw new Error('no payment')
    await expect(sign(payment)).rejects.toThrow('above_velocity_cap')
    await holdBeside(payment.id, 'escrow_excess')
    for (const name of ['anna', 'ben']) await release(payment, name)
    await db().deleteFrom('spend_intent').where('purpose', '=', 'escrow_excess').execute()
    await sign(payment)
  })

  test("a release with another amount than the payout's current one does not count", async () => {
    const [payment] = await confirmed(150)
    if (!payment) throw new Error('no payment')
    await expect(sign(payment)).rejects.toThrow('above_velocity_cap')
    const approval = { kind: 'release' as const, terms: { units: '1' }, reason: null, at: shop.ctx.clock.now() }
    const { id } = await db().selectFrom('spend_intent').select('id').where('ref', '=', payment.id).executeTakeFirstOrThrow()
    const words = ['operator:anna', 'operator:ben'].map((operator) => ({ ...approval, subject: id, operator }))
    await db().insertInto('approval').values(words).execute()
    await expect(sign(payment)).rejects.toThrow('above_velocity_cap')
    expect(await release(payment, 'anna')).toBe(1)
  })

  test('records who released a payout and why, in order', async () => {
    const [payment] = await confirmed(150)
    if (!payment) throw new Error('no payment')
    await expect(sign(payment)).rejects.toThrow('above_velocity_cap')
    for (const [name, reason] of [
      ['anna', 'a large order'],
      ['ben', undefined],
    ] as const)
      await approveNamed(shop.ctx, payoutApprovalOf({ ref: payment.id, leg: 0 }), { by: name, reason })
    const words = await db().selectFrom('approval').select(['kind', 'terms', 'operator', 'reason']).orderBy('id').execute()
    const about = { kind: 'release', terms: { units: String(payment.dueUnits) } }
    expect(words).toEqual([
      { ...about, operator: testOperator('anna').as, reason: 'a large order' },
      { ...about, operator: testOperator('ben').as, reason: null },
    ])
  })

  test('rejects an approval of another amount than the payout has now', async () => {
    const [payment] = await confirmed(150)
    if (!payment) throw new Error('no payment')
    await expect(sign(payment)).rejects.toThrow('above_velocity_cap')
    const decision = payoutApprovalOf({ ref: payment.id, leg: 0 })
    const shown = (units: bigint) => ({ by: 'anna', shown: { units: String(units) } })
    await expect(approveNamed(shop.ctx, decision, shown(payment.dueUnits - 1n))).rejects.toThrow(ChangedSinceShown)
    expect(await approveNamed(shop.ctx, decision, shown(payment.dueUnits))).toBe(1)
  })

  test('rejects a release of a payout that another reason holds', async () => {
    const [payment] = await confirmed(50)
    if (!payment) throw new Error('no payment')
    await sql`UPDATE chain_cursor SET fees_at = NULL, fees = NULL WHERE chain = 'ETH'`.execute(db())
    await expect(sign(payment)).rejects.toThrow('no_current_fee_estimate')
    await expect(release(payment, 'anna')).rejects.toThrow('while the state is held')
    await expect(approveNamed(shop.ctx, payoutApprovalOf({ ref: payment.id, leg: 9 }), { by: 'anna' })).rejects.toThrow('No such payout')
  })
})

describe('the decision log', () => {
  const missing = () => findMissingDecisions(shop.ctx.orm.em.fork(), { role: 'signer' })
  const altered = () => findAlteredDecisions(shop.ctx.orm.em.fork(), { role: 'signer', keys: shop.signer.keys })
  const tamper = (statement: string) =>
    shop.ctx.orm.em
      .fork()
      .getConnection()
      .execute(`ALTER TABLE policy_decision DISABLE TRIGGER ALL; ${statement}; ALTER TABLE policy_decision ENABLE TRIGGER ALL`)

  beforeEach(async () => {
    const payments = await confirmed(50, 150, 50)
    for (const payment of payments) await sign(payment).catch(() => {})
    await tamper('CREATE TABLE kept AS SELECT * FROM policy_decision')
  })
  afterEach(() =>
    tamper(
      "DELETE FROM policy_decision; INSERT INTO policy_decision SELECT * FROM kept; UPDATE decision_count SET seq = (SELECT max(seq) FROM kept) WHERE role = 'signer'",
    ),
  )

  test('stores a repeated verdict once', async () => {
    expect(await decisions()).toHaveLength(3)
    const held = [...(await states())].find(([, state]) => state === 'above_velocity_cap')?.[0] ?? ''
    await expect(sign({ id: held } as Payment)).rejects.toThrow('above_velocity_cap')
    expect(await decisions()).toHaveLength(3)
  })

  test('an unaltered decision log has no gap and a valid MAC on every row', async () => {
    expect(await decisions()).toHaveLength(3)
    expect([await missing(), await altered()]).toEqual([[], []])
  })

  test.each([`outcome = 'deny'`, `facts = '{}'`, `at = at + interval '1 second'`, `mac = '\\x00'`, `intent_id = gen_random_uuid()`])(
    'reveals a changed row: %s',
    async (change) => {
      await tamper(`UPDATE policy_decision SET ${change} WHERE seq = 2`)
      expect(await altered()).toEqual([{ problem: 'decision_was_altered', place: '2' }])
    },
  )

  test.each([1, 2, 3])('reveals the deletion of row %s', async (seq) => {
    await tamper(`DELETE FROM policy_decision WHERE seq = ${seq}`)
    expect(await missing()).toContainEqual({ problem: 'record_has_a_gap', place: String(seq) })
  })

  test('reveals a row inserted without the key', async () => {
    await tamper(
      `INSERT INTO policy_decision SELECT gen_random_uuid(), role, 4, intent_id, rule, outcome, facts, at, mac FROM policy_decision WHERE seq = 3`,
    )
    expect(await missing()).not.toEqual([])
    expect(await altered()).toEqual([{ problem: 'decision_was_altered', place: '4' }])
  })

  test('reveals swapped rows', async () => {
    await tamper(`UPDATE policy_decision SET seq = CASE seq WHEN 1 THEN 12 ELSE 11 END WHERE seq < 3`)
    await tamper(`UPDATE policy_decision SET seq = seq - 10 WHERE seq > 10`)
    expect((await altered()).map(({ place }) => place)).toEqual(['1', '2'])
  })

  test('reveals signed payouts after the log and its count were cut off', async () => {
    await tamper(`DELETE FROM policy_decision; UPDATE decision_count SET seq = 0 WHERE role = 'signer'`)
    expect((await missing()).map(({ problem }) => problem)).toEqual(['signed_without_decision'])
  })

  test('concurrent signers append to one decision log without a gap', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payments: Payment[] = []
    for (let n = 0; n < 3; n++) payments.push(await shop.ask({ amount: 15, blockchain: 'BTC' }))
    await btc.mine({ transfers: payments.map((payment, at) => output(payment.address, payment.dueUnits, { tx: 700 + at })) })
    for (const _ of payments) await Promise.allSettled(payments.map((payment) => sign(payment, shop.signer)))
    expect(await paymentStates(payments)).toEqual(payments.map(() => 'forwarding'))
    const rows = await db().selectFrom('policy_decision').select('seq').orderBy('seq').execute()
    expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_, at) => at + 1))
    expect([await missing(), await altered()]).toEqual([[], []])
    await tamper('DELETE FROM kept; INSERT INTO kept SELECT * FROM policy_decision')
  })
})
