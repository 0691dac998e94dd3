import { tables } from '@gateway/db/tables'
import { payoutOwners } from '@gateway/domain/custody/purposes'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { advanceHighWater } from '../custody/recovery/advance-high-water.ts'
import { liftApprovedPauses } from '../custody/pauses/lift-pauses.ts'
import { listPauses, pausePayouts } from '../custody/pauses/pause-payouts.ts'
import { releaseEscrow } from '../escrows/decisions/release-escrow.ts'
import { signDue, signForward } from '../testing/sign-forward.ts'
import { approveLift } from '../testing/test-approvals.ts'
import { attemptsOf, openChain, output, type TestChain } from '../testing/test-chain.ts'
import { ADDRESS, escrowsOf, openEscrow } from '../testing/test-escrows.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { checkAll, checkNew } from './check-invariants.ts'
import { findViolationsOf } from './find-violations.ts'
import type { ViolationRow } from './invariant.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

let shop: TestShop
let btc: TestChain
let payment: Payment
let other: Payment
let transactions = 0
beforeEach(async () => {
  shop = await openShop({ log }, 4)
  btc = await openChain(shop.ctx, 'BTC')
  payment = await pay(await shop.ask({ amount: 60, blockchain: 'BTC' }))
  other = await pay(await shop.ask({ amount: 60, blockchain: 'BTC' }))
  await checkAll(shop.ctx)
  await checkNew(shop.ctx)
})
afterEach(() => closeShop(shop))

const { fund, payOut } = escrowsOf(() => ({ shop, btc }))
const db = () => tables(shop.ctx.orm.em.fork())
const scopes = async () => (await listPauses(shop.ctx)).map(({ scope, pausedBy }) => `${scope} by ${pausedBy}`)

async function pay(asked: Payment): Promise<Payment> {
  await btc.mine({ transfers: [output(asked.address, 100_000n, { tx: ++transactions })] })
  return asked
}

/** Every payout of an object as its state and why it waits. */
const payoutsOf = async (ref: string): Promise<string[]> => {
  const rows = await db().selectFrom('spend_intent').select(['state', 'holdReason']).where('ref', '=', ref).orderBy('leg').execute()
  return rows.map(({ state, holdReason }) => [state, ...(holdReason === null ? [] : [holdReason])].join(' '))
}

/** Writes as the owner of the database, with its own guards switched off. */
const tamper = (...statements: readonly string[]) =>
  shop.ctx.orm.em.fork().transactional(async (em) => {
    await em.execute('SET LOCAL session_replication_role = replica')
    for (const statement of statements) await em.execute(statement)
  })

/** Has the payouts of the signed attempts mined, until they are final. */
async function settle(): Promise<void> {
  await advanceHighWater(shop.signer)
  await btc.send()
  await btc.mine({ attempts: (await attemptsOf(shop.ctx)).filter(({ state }) => state === 'broadcast') })
  await btc.mineEmpty(6)
}

describe('a violation that one object can cause', () => {
  const event = () => `INSERT INTO event (id, business_id, object_type, object_id, sequence, type, body, created_at)
    SELECT 'evt_9', business_id, 'payment', id, 9, 'payment.completed', '{}', now() FROM payment WHERE id = '${payment.id}'`
  const deposit =
    () => `INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, height, block_hash, arrived_at)
    SELECT 'forgotten', chain, 'forgotten', 'forgotten', 'somewhere', 'payment', '${payment.id}', 'BTC', 546, 'included', height, hash, updated_at FROM chain_cursor`

  test.each([
    { invariant: 'I11', what: 'an event too many', does: event, mends: "DELETE FROM event WHERE id = 'evt_9'" },
    { invariant: 'I13', what: 'a deposit that was never credited', does: deposit, mends: "DELETE FROM deposit WHERE id = 'forgotten'" },
  ])('$invariant: $what pauses its payment alone, and another payment of the asset leaves', async ({ invariant, does, mends }) => {
    await tamper(does())
    await checkNew(shop.ctx)
    expect(await scopes()).toEqual([`payment:${payment.id} by invariant ${invariant}`])
    expect(await signDue(shop.signer)).toBe(1)
    expect(await payoutsOf(other.id)).toEqual(['signed'])
    expect(await payoutsOf(payment.id)).toEqual([`held paused:payment:${payment.id}`])
    await tamper(mends)
    await checkAll(shop.ctx)
  })

  test('I5: a settled leg with another fee than the ledger pauses its payment alone, whose next round waits', async () => {
    await signForward(shop.signer, { paymentId: payment.id })
    await settle()
    const fee = (units: number) =>
      `UPDATE spend_intent SET fee_units = fee_units + ${units}, merchant_units = merchant_units - ${units} WHERE ref = '${payment.id}' AND leg = 0`
    await tamper(fee(1))
    await checkNew(shop.ctx)
    expect(await scopes()).toEqual([`payment:${payment.id} by invariant I5`])
    await pay(payment)
    await btc.mineEmpty(2)
    await signDue(shop.signer)
    expect(await payoutsOf(payment.id)).toEqual(['final', `held paused:payment:${payment.id}`])
    expect(await payoutsOf(other.id)).toEqual(['signed'])
    await tamper(fee(-1))
    await checkAll(shop.ctx)
  })

  test('I6: an escrow that was paid otherwise than decided pauses that escrow alone', async () => {
    const { escrow, tokens } = await openEscrow(shop)
    await fund(escrow)
    await releaseEscrow(shop.ctx, { id: escrow.id, token: tokens.releaseToken, address: ADDRESS })
    await payOut(escrow.id)
    const decided = (outcome: string) => `UPDATE settlement SET outcome = '${outcome}' WHERE escrow_id = '${escrow.id}'`
    await tamper(decided('refund'))
    await checkNew(shop.ctx)
    expect(await scopes()).toEqual([`escrow:${escrow.id} by invariant I6`])
    await tamper(decided('release'))
    await checkAll(shop.ctx)
    const next = await pay(await shop.ask({ amount: 60, blockchain: 'BTC' }))
    await signDue(shop.signer)
    expect(await payoutsOf(next.id)).toEqual(['signed'])
  })

  test('a violation about an object that does not exist pauses everything', async () => {
    const forged = shop.ctx.ids.uuid()
    await tamper(
      event().replace(`SELECT 'evt_9', business_id, 'payment', id`, `SELECT 'evt_9', business_id, 'payment', '${forged}'`),
      `UPDATE spend_intent SET state = 'final', ref = '${forged}', updated_at = now() WHERE ref = '${payment.id}'`,
    )
    await checkNew(shop.ctx)
    expect(await scopes()).toContainEqual(expect.stringMatching(/^global by invariant/))
    await tamper(
      "DELETE FROM event WHERE id = 'evt_9'",
      `UPDATE spend_intent SET state = 'planned', ref = '${payment.id}' WHERE ref = '${forged}'`,
    )
    await checkAll(shop.ctx)
  })
})

test('a violation of a thousand objects at once is no customer’s doing and pauses everything', async () => {
  await tamper(`INSERT INTO spend_intent (id, purpose, ref, lead_id, chain, asset, mode, business_id, amount, merchant_units, fee_units, network_fee_units,
      payout_terms_id, state, created_at, updated_at)
    SELECT gen_random_uuid(), 'escrow_release', gen_random_uuid(), id, chain, asset, mode, business_id, amount, merchant_units, fee_units, network_fee_units,
      payout_terms_id, 'planned', updated_at, updated_at FROM spend_intent, generate_series(1, 1000) WHERE ref = '${payment.id}'`)
  await checkNew(shop.ctx)
  expect(await scopes()).toContain('global by invariant I6')
  await tamper(`DELETE FROM spend_intent WHERE purpose = 'escrow_release'`)
  await checkAll(shop.ctx)
})

test.each(payoutOwners)('so is one of a thousand %ss, of which no more are read', async (owner) => {
  const find = () => sql<ViolationRow>`SELECT ${`${owner}:`}::text || n AS scope, n::text AS hit FROM generate_series(1, 1500) AS n`
  const [broken] = await findViolationsOf(shop.ctx.orm.em.fork(), { id: 'I6', sentence: 'a drill', find })
  expect([broken?.hits.length, broken?.hits.at(-1)?.scope]).toEqual([1_001, 'global'])
})

describe('the pause of one object', () => {
  const scope = () => `payment:${payment.id}` as const

  test('an operator sets it, and two lift it', async () => {
    await pausePayouts(shop.ctx, { scope: scope(), reason: 'a drill', by: 'operator:anna' })
    expect(await signDue(shop.signer)).toBe(1)
    await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow(`The forward waits: paused:payment:${payment.id}`)
    for (const name of ['anna', 'ben']) await approveLift(shop.ctx, scope(), name)
    expect(await liftApprovedPauses(shop.signer)).toEqual([scope()])
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await payoutsOf(payment.id)).toEqual(['signed'])
  })

  test('it is refused for an object that does not exist', async () => {
    const pause = pausePayouts(shop.ctx, { scope: `escrow:${payment.id}`, reason: 'a drill', by: 'operator:anna' })
    await expect(pause).rejects.toThrow('No such scope')
  })
})
