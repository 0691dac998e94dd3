import { CreateBusinessInput } from '@gateway/contract/businesses'
import { CreatePaymentInput } from '@gateway/contract/payments'
import { brokenInvariants, invariants } from '@gateway/db/ledger/queries'
import type { Em } from '@gateway/db/orm'
import { createBusiness } from '@gateway/operations/businesses/create-business'
import { createPayment } from '@gateway/operations/payments/create-payment'
import { storeMerchant, type TestApiContext, testApiContext } from '@gateway/operations/test-context'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PLATFORM = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const WALLET = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const NOWHERE = '00000000-0000-4000-8000-00000000dead'
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

let ctx: TestApiContext
beforeAll(async () => {
  const fresh = await testApiContext()
  ctx = { ...fresh, custody: { ...fresh.custody, platformAddresses: { ETH: PLATFORM } } }
  const actor = await storeMerchant(ctx)
  await createBusiness(ctx, { actor, terms: CreateBusinessInput.parse({ name: 'Shop', walletAddresses: { ETH: WALLET } }) })
  await createPayment(ctx, { actor, terms: CreatePaymentInput.parse({ amount: 25, blockchain: 'USDC_ETH' }) })
})
afterAll(() => ctx.close())

test('all invariants hold for a business with an open payment', async () => {
  expect(await brokenInvariants(ctx.orm.em.fork())).toEqual([])
})

/** Two accounts that owe each other five, and what is said to have brought that about. */
const accounts = (first: string, second: string, bal = 5) => `
  INSERT INTO account (id, asset, mode, code, owner, bal) OVERRIDING SYSTEM VALUE VALUES (1, ${first}, 'platform:fee', 'a', ${bal}), (2, ${second}, 'platform:fee', 'b', ${-bal})`
const transfer = (n: number, kind = 'plan', ref = `ref-${n}`) =>
  `INSERT INTO transfer (id, kind, ref, at) VALUES ('${idOf(n)}', '${kind}', '${ref}', now())`
const entries = (...rows: readonly (readonly [n: number, account: number, asset: string, amount: number])[]) =>
  `INSERT INTO entry (transfer_id, account_id, asset, amount) VALUES ${rows.map(([n, account, asset, amount]) => `('${idOf(n)}', ${account}, '${asset}', ${amount})`).join(', ')}`
const intent = `INSERT INTO spend_intent (id, purpose, ref, lead_id, chain, asset, mode, business_id, amount, merchant_units, fee_units, network_fee_units, commit_id, state, created_at, updated_at)
  VALUES ('${idOf(9)}', 'forward', '${NOWHERE}', '${idOf(9)}', 'ETH', 'ETH', 'live', '${NOWHERE}', 100, 99, 1, 0, '${NOWHERE}', 'final', now(), now())`
const deposit = (columns: string, values: string, units = 100) => `
  INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, height, block_hash, arrived_at, ${columns})
  VALUES ('ETH:0x1:native', 'ETH', '0x1:native', '0x1', '0x2', 'payment', '${NOWHERE}', 'ETH', ${units}, 'included', 7, '0xb', now(), ${values})`
const credit = (units: number) => [
  `INSERT INTO account (id, asset, mode, code, owner, bal) OVERRIDING SYSTEM VALUE VALUES (1, 'ETH', 'live', 'chain:deposit', 'ETH', ${-units}), (2, 'ETH', 'live', 'payment:held', 'b', ${units})`,
  transfer(1, 'deposit', 'ETH:0x1:native@0xb'),
  entries([1, 1, 'ETH', -units], [1, 2, 'ETH', units]),
]
const nextEvent = (sequence: number, type: string) => `
  INSERT INTO event (id, business_id, object_type, object_id, sequence, type, body, created_at)
  SELECT 'evt_${sequence}', business_id, 'payment', id, ${sequence}, '${type}', '{}', now() FROM payment`

/** What somebody with the database in hand could do, and which invariant sees it. */
const faults: readonly (readonly [id: string, fault: string, ...statements: string[]])[] = [
  [
    'I1',
    'two transfers of which one only takes and one only gives',
    accounts("'ETH', 'live'", "'ETH', 'live'"),
    transfer(1),
    transfer(2),
    entries([1, 1, 'ETH', 5], [2, 2, 'ETH', -5]),
  ],
  ['I2', 'balances that no entry explains', accounts("'ETH', 'live'", "'ETH', 'live'")],
  [
    'I3',
    'a transfer from one mode into the other',
    accounts("'ETH', 'live'", "'ETH', 'test'"),
    transfer(1),
    entries([1, 1, 'ETH', 5], [1, 2, 'ETH', -5]),
  ],
  [
    'I4',
    'entries in another asset than their accounts',
    accounts("'ETH', 'live'", "'ETH', 'live'"),
    transfer(1),
    entries([1, 1, 'BTC', 5], [1, 2, 'BTC', -5]),
  ],
  ['I5', 'a settled leg that nothing was received for and nothing booked', intent],
  [
    'I8',
    'a transaction that spent from our addresses and that nobody signed',
    `INSERT INTO outgoing (chain, tx_id, height, block_hash, committed_flush, at) VALUES ('ETH', '0x9', 7, '0xb', false, now())`,
  ],
  ['I11', 'an event that was left out', nextEvent(3, 'payment.pending'), 'UPDATE payment SET event_sequence = 3'],
  [
    'I11',
    'an event of nothing',
    nextEvent(2, 'payment.pending'),
    `UPDATE event SET object_id = '${NOWHERE}', sequence = 1 WHERE sequence = 2`,
  ],
  ['I11', 'a payment that ended without saying so', "UPDATE payment SET state = 'expired'"],
  ['I12', 'a creation that was not counted', 'UPDATE usage_counter SET current = 0'],
  ['I12', 'a count without creations', `INSERT INTO usage_counter VALUES ('${NOWHERE}', 'live', '2020-01', 3)`],
  ['I13', 'a deposit that says it was credited and was not', deposit('credited_by', "'ETH:0x1:native@0xb'")],
  ['I13', 'a credit without a deposit', ...credit(100)],
  ['I13', 'a credit of another amount', ...credit(99), deposit('credited_by', "'ETH:0x1:native@0xb'")],
  [
    'I13',
    'a credit that was taken back while its deposit counts on',
    ...credit(100),
    deposit('credited_by', "'ETH:0x1:native@0xb'"),
    transfer(2, 'reversal', 'deposit:ETH:0x1:native@0xb@0xb'),
    entries([2, 1, 'ETH', 100], [2, 2, 'ETH', -100]),
    'UPDATE account SET bal = 0',
  ],
]

test.each(faults)('%s reports %s, and nothing else does', async (id, _fault, ...statements) => {
  const em = ctx.orm.em.fork()
  await em.begin()
  try {
    await plant(em, statements)
    const broken = await brokenInvariants(em)
    expect(broken.map((invariant) => invariant.id)).toEqual([id])
    expect(broken[0]?.first.length).toBeGreaterThan(0)
  } finally {
    await em.rollback()
  }
})

test('every invariant has a fault that it reports', () => {
  expect(new Set(faults.map(([id]) => id))).toEqual(new Set(invariants.map(({ id }) => id)))
})

/** As the owner of the database, with its own guards switched off for this transaction. */
async function plant(em: Em, statements: readonly string[]): Promise<void> {
  await em.execute('SET LOCAL session_replication_role = replica')
  for (const statement of statements) await em.execute(statement)
}
