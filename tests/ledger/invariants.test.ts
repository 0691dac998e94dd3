import { CreateBusinessInput } from '@gateway/contract/businesses'
import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import { findViolations, invariants } from '@gateway/operations/invariants/find-violations'
import type { Em } from '@gateway/db/orm'
import { createBusiness } from '@gateway/operations/businesses/create-business'
import { createPayment } from '@gateway/operations/payments/creation/create-payment'
import { storeMerchant, type TestApiContext, testApiContext } from '@gateway/operations/testing/test-context'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookQueries } from '../chaos/oracle/book-queries.ts'

const PLATFORM = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const WALLET = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const NOWHERE = '00000000-0000-4000-8000-00000000dead'
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

let ctx: TestApiContext
beforeAll(async () => {
  const fresh = await testApiContext()
  ctx = { ...fresh, custody: { ...fresh.custody, platformAddresses: { ETH: [PLATFORM] } } }
  const actor = await storeMerchant(ctx)
  await createBusiness(ctx, { actor, terms: CreateBusinessInput.parse({ name: 'Shop', walletAddresses: { ETH: WALLET } }) })
  await createPayment(ctx, { actor, terms: CreatePaymentInput.parse({ amount: 25, blockchain: 'USDC_ETH' }) })
})
afterAll(() => ctx.close())

test('all invariants hold for a business with an open payment', async () => {
  expect(await findViolations(ctx.orm.em.fork())).toEqual([])
})

/** Two accounts with opposite balances of five. */
const accounts = (first: string, second: string, code = 'platform:fee') => `
  INSERT INTO account (id, asset, mode, code, owner, bal) OVERRIDING SYSTEM VALUE VALUES (1, ${first}, '${code}', 'a', 5), (2, ${second}, 'platform:fee', 'b', -5)`
const transfer = (n: number, kind = 'plan', ref = `ref-${n}`) =>
  `INSERT INTO transfer (id, kind, chain, ref, at) VALUES ('${idOf(n)}', '${kind}', ${kind === 'gas' ? "'ETH'" : 'NULL'}, '${ref}', now())`
const entries = (...rows: readonly (readonly [n: number, account: number, asset: string, amount: number])[]) =>
  `INSERT INTO entry (transfer_id, account_id, asset, amount) VALUES ${rows.map(([n, account, asset, amount]) => `('${idOf(n)}', ${account}, '${asset}', ${amount})`).join(', ')}`
const intent = (
  purpose = 'forward',
  n = 9,
  state = 'final',
) => `INSERT INTO spend_intent (id, purpose, ref, lead_id, chain, asset, mode, business_id, amount, merchant_units, fee_units, network_fee_units, payout_terms_id, state, created_at, updated_at)
  VALUES ('${idOf(n)}', '${purpose}', '${NOWHERE}', '${idOf(n)}', 'ETH', 'ETH', 'live', '${NOWHERE}', 100, 99, 1, 0, '${NOWHERE}', '${state}', now(), now())`
const invoice = (credited: number) => `
  INSERT INTO invoice (id, merchant_id, business_id, mode, number, currency, amount_minor, lines, state, fee_bps, credited_minor, seller, sent_at, created_at, updated_at)
    VALUES ('${NOWHERE}', '${NOWHERE}', '${NOWHERE}', 'live', 1, 'USD', 100, '[]', 'sent', 100, ${credited}, '{}', now(), now(), now());
  INSERT INTO invoice_credit (id, invoice_id, card_payment_id, credited_minor, created_at) VALUES ('${idOf(7)}', '${NOWHERE}', '${idOf(8)}', 99, now())`
const deposit = (columns: string, values: string, units = 100) => `
  WITH seen AS (INSERT INTO observation (chain, deposit_id, kind, height, block_hash, at, subject_id, asset, units)
    VALUES ('ETH', 'ETH:0x1:native', 'included', 7, '0xb', now(), '${NOWHERE}', 'ETH', ${units}))
  INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, height, block_hash, arrived_at, ${columns})
  VALUES ('ETH:0x1:native', 'ETH', '0x1:native', '0x1', '0x2', 'payment', '${NOWHERE}', 'ETH', ${units}, 'included', 7, '0xb', now(), ${values})`
/** Deposits are in block 7. */
const readUpTo = (height: number) =>
  `INSERT INTO chain_cursor (chain, network, height, hash, head_height, updated_at) VALUES ('ETH', 'some', ${height}, '0xc', ${height}, now())`
const ofThePayment = 'UPDATE deposit SET subject_id = (SELECT id::text FROM payment)'
const credit = (units: number) => [
  `INSERT INTO account (id, asset, mode, code, owner, bal) OVERRIDING SYSTEM VALUE VALUES (1, 'ETH', 'live', 'chain:deposit', 'ETH', ${-units}), (2, 'ETH', 'live', 'payment:held', 'b', ${units})`,
  transfer(1, 'deposit', 'ETH:0x1:native'),
  entries([1, 1, 'ETH', -units], [1, 2, 'ETH', units]),
]
/** A deposit of 100 that was credited, planned, sent and settled; the fee of 1 comes from an account that a fault can choose. */
const settledLeg = (earnedIn: string) => [
  `INSERT INTO account (id, asset, mode, code, owner, bal) OVERRIDING SYSTEM VALUE VALUES (1, 'ETH', 'live', 'chain:deposit', 'ETH', 0), (2, 'ETH', 'live', 'payment:held', 'b', 0),
    (3, 'ETH', 'live', 'merchant:payable', 'b', 0), (4, 'ETH', 'live', 'platform:fee', 'p', 1), (5, 'ETH', 'live', 'chain:inflight', 'ETH', 0), (6, 'ETH', 'live', '${earnedIn}', 'ETH', -1)`,
  intent(),
  deposit('credit_revision, intent_id', `0, '${idOf(9)}'`),
  transfer(1, 'deposit', 'ETH:0x1:native'),
  entries([1, 1, 'ETH', -100], [1, 2, 'ETH', 100]),
  transfer(2, 'plan', idOf(9)),
  entries([2, 2, 'ETH', -100], [2, 3, 'ETH', 99], [2, 4, 'ETH', 1]),
  transfer(3, 'broadcast', idOf(9)),
  entries([3, 1, 'ETH', 100], [3, 5, 'ETH', -100]),
  transfer(4, 'settle', idOf(9)),
  entries([4, 3, 'ETH', -99], [4, 5, 'ETH', 100], [4, 6, 'ETH', -1]),
]
const gas = (ref: string, units: number) => [
  accounts("'ETH', 'live'", "'ETH', 'live'", 'chain:treasury'),
  transfer(1, 'gas', ref),
  entries([1, 1, 'ETH', 5], [1, 2, 'ETH', -5]),
  `INSERT INTO spend_attempt (intent_id, n, chain, handle, raw, fee, platform_paid, state, height, created_at, updated_at)
    VALUES ('${NOWHERE}', 0, 'ETH', '0x77', '', ${units}, true, 'final', 7, now(), now())`,
]
const nextEvent = (sequence: number, type: string) => `
  INSERT INTO event (id, business_id, object_type, object_id, sequence, type, body, created_at)
  SELECT 'evt_${sequence}', business_id, 'payment', id, ${sequence}, '${type}', '{}', now() FROM payment`

/** Faults that a writer of the database could cause, and the invariants that report them; those in brackets need a full check run. */
const faults: readonly (readonly [ids: string, fault: string, ...statements: string[]])[] = [
  [
    'I1',
    'two one-sided transfers',
    accounts("'ETH', 'live'", "'ETH', 'live'"),
    transfer(1),
    transfer(2),
    entries([1, 1, 'ETH', 5], [2, 2, 'ETH', -5]),
  ],
  ['I2', 'balances without entries', accounts("'ETH', 'live'", "'ETH', 'live'")],
  [
    'I3',
    'a transfer between the modes',
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
  ['I5', 'a settled leg without deposits and without bookings', intent()],
  ['I5', 'a settled leg whose fee is neither in the treasury nor receivable', ...settledLeg('platform:cost')],
  [
    'I5',
    'a settled leg with a shortfall that no flush log shows',
    ...settledLeg('chain:treasury'),
    'UPDATE spend_intent SET merchant_units = 98, short_units = 1',
    `INSERT INTO account (id, asset, mode, code, owner, bal) OVERRIDING SYSTEM VALUE VALUES (7, 'ETH', 'live', 'suspense:shortfall', 'b', 1), (8, 'ETH', 'live', 'suspense:shortfall', 'ETH', -1)`,
    entries([4, 7, 'ETH', 1], [4, 8, 'ETH', -1]),
  ],
  [
    'I6',
    'an escrow that was both released and refunded',
    'ALTER TABLE spend_intent DROP CONSTRAINT spend_intent_purpose_check',
    intent('escrow_release', 9, 'planned'),
    intent('escrow_refund', 10, 'planned'),
  ],
  [
    'I7',
    'coins in custody without a deposit',
    accounts("'ETH', 'live'", "'ETH', 'live'", 'chain:deposit'),
    transfer(1),
    entries([1, 1, 'ETH', 5], [1, 2, 'ETH', -5]),
  ],
  ['I7', 'gas of a transaction outside the gateway', ...gas('0x78', 5)],
  ['I7', 'more gas than the transaction has used', ...gas('0x77', 4)],
  [
    'I8',
    'a transaction from our addresses without an attempt',
    `INSERT INTO outgoing_transaction (chain, tx_id, height, block_hash, committed_flush, at) VALUES ('ETH', '0x9', 7, '0xb', false, now())`,
  ],
  ['I9', 'more in Lightning wallets than in the channels of the node', `INSERT INTO lightning_funds VALUES ('node', 5, 0, 0, 9, 6, now())`],
  ['I2 I9', 'a reserve without a pending send', accounts("'LN', 'live'", "'LN', 'live'", 'ln:reserve')],
  [
    '[I10]',
    'a movement at the card processor that nobody has booked',
    `INSERT INTO processor_balance_line VALUES ('txn_1', 'card_release', 'tr_1', 'USD', -70, 0, now())`,
  ],
  [
    '[I10]',
    'a booking of card money without a movement at the processor',
    accounts("'USD', 'live'", "'USD', 'live'", 'card:clearing'),
    transfer(1, 'card_release', 'tr_1'),
    entries([1, 1, 'USD', 5], [1, 2, 'USD', -5]),
    `INSERT INTO processor_balance_day SELECT now() + n * interval '1 day', 0, now() FROM generate_series(-2, 2) n`,
  ],
  ['I11', 'a skipped event number', nextEvent(3, 'payment.pending'), 'UPDATE payment SET event_sequence = 3'],
  [
    'I11',
    'an event without an object',
    nextEvent(2, 'payment.pending'),
    `UPDATE event SET object_id = '${NOWHERE}', sequence = 1 WHERE sequence = 2`,
  ],
  ['I11', 'a payment that ended without an event', "UPDATE payment SET state = 'expired'"],
  ['I12', 'an uncounted creation', 'UPDATE usage_counter SET current = 0'],
  ['[I12]', 'a count without creations', `INSERT INTO usage_counter VALUES ('${NOWHERE}', 'live', '2020-01', 3)`],
  ['I7 I13', 'a deposit marked as credited without a credit', deposit('credit_revision', '0')],
  ['I7 I13', 'a credit without a deposit', ...credit(100)],
  ['I7 I13', 'a credit of another amount', ...credit(99), deposit('credit_revision', '0')],
  [
    'I7 I13',
    'a reversed credit whose deposit still counts',
    ...credit(100),
    deposit('credit_revision', '0'),
    `INSERT INTO transfer (id, kind, ref, reverses, at) VALUES ('${idOf(2)}', 'reversal', '0xb', '${idOf(1)}', now())`,
    entries([2, 1, 'ETH', 100], [2, 2, 'ETH', -100]),
    'UPDATE account SET bal = 0',
  ],
  [
    'I13',
    'a credit of an earlier inclusion',
    ...credit(100),
    deposit('credit_revision', '0'),
    `INSERT INTO observation (chain, deposit_id, kind, height, block_hash, at, subject_id, asset, units)
      VALUES ('ETH', 'ETH:0x1:native', 'included', 8, '0xd', now(), '${NOWHERE}', 'ETH', 100)`,
  ],
  ['I13', 'a confirmed deposit without a transfer', readUpTo(18), deposit('credit_revision', 'NULL'), ofThePayment],
  ['I13', 'an invoice that was credited more than what came for it', invoice(100)],
  ['I13', 'a deposit of an unknown object without a transfer', readUpTo(7), deposit('credit_revision', 'NULL')],
]

/** Correct rows of the same kinds, which no invariant reports. */
const sound: readonly (readonly [what: string, ...statements: string[]])[] = [
  ['a settled leg whose fee is in the treasury', ...settledLeg('chain:treasury')],
  ['a settled leg whose fee is owed by the merchant', ...settledLeg('merchant:receivable')],
  ['the gas of our own transaction', ...gas('0x77', 5)],
  ['a deposit with one confirmation missing', readUpTo(17), deposit('credit_revision', 'NULL'), ofThePayment],
  [
    'a confirmed deposit of a payment that requires finality',
    readUpTo(18),
    deposit('credit_revision', 'NULL'),
    ofThePayment,
    'UPDATE payment SET finality_required = true',
  ],
  ['a deposit of an unsupported token', readUpTo(18), deposit('credit_revision', 'NULL'), ofThePayment, 'UPDATE deposit SET asset = NULL'],
]

/** The verdict of the chaos oracle, which shares no code with the gateway, on the same rows. */
const oracleOn = (em: Em, id: string): Promise<object[]> => em.execute<object[]>(bookQueries.find((query) => query.id === id)?.sql ?? '')

const everything = { entry: '0', event: '0', observation: '0', at: new Date(0).toISOString() }

test.each(faults)('%s alone reports %s', async (ids, _fault, ...statements) => {
  const em = ctx.orm.em.fork()
  await em.begin()
  try {
    await plant(em, statements)
    const expected = ids.split(' ')
    const broken = await findViolations(em)
    expect(broken.map(({ id }) => id)).toEqual(expected.map((id) => id.replaceAll(/[[\]]/g, '')))
    for (const { hits } of broken) expect(hits[0]?.hit).not.toBe('')
    expect((await oracleOn(em, 'I13')).length > 0).toBe(broken.some(({ id }) => id === 'I13'))
    const fresh = await findViolations(em, everything)
    expect(fresh.map(({ id }) => id)).toEqual(expected.filter((id) => !id.startsWith('[')))
  } finally {
    await em.rollback()
  }
})

test.each(sound)('no invariant reports %s', async (_what, ...statements) => {
  const em = ctx.orm.em.fork()
  await em.begin()
  try {
    await plant(em, statements)
    expect([...(await findViolations(em)), ...(await findViolations(em, everything)), ...(await oracleOn(em, 'I13'))]).toEqual([])
  } finally {
    await em.rollback()
  }
})

test('every invariant has a fault in this file', () => {
  expect(new Set(faults.flatMap(([ids]) => ids.replaceAll(/[[\]]/g, '').split(' ')))).toEqual(new Set(invariants.map(({ id }) => id)))
})

test('an incremental check run skips rows before its start', async () => {
  const em = ctx.orm.em.fork()
  await em.begin()
  try {
    await plant(em, [nextEvent(3, 'payment.pending'), 'UPDATE payment SET event_sequence = 3'])
    const { entry, observation, at } = everything
    expect(await findViolations(em, { entry, observation, at, event: '1000000' })).toEqual([])
  } finally {
    await em.rollback()
  }
})

/** Runs statements as the owner of the database, with its triggers disabled for this transaction. */
async function plant(em: Em, statements: readonly string[]): Promise<void> {
  await em.execute('SET LOCAL session_replication_role = replica')
  for (const statement of statements) await em.execute(statement)
}
