import { expect, test } from 'vitest'
import { findWriters, tableNames, writtenIn } from './table-writes.ts'

/** Folders of the operations that write a table beside the one that it belongs to, and why they may. */
interface Exception {
  readonly also: readonly string[]
  readonly because: string
}

const ORPHANED = 'an orphaned block takes back its transactions together with the payouts that it had settled'

const exceptions: Readonly<Record<string, Exception>> = {
  address_question: {
    also: ['custody', 'chainwatch'],
    because: 'the signer asks too before it pins, and the reader of the chain answers',
  },
  api_key: { also: ['accounts'], because: 'authentication records when a key was last used' },
  business: { also: ['events'], because: 'an event takes the next sequence number of the business that it is about' },
  chain_cursor: { also: ['custody'], because: 'fee estimates are stored with the state of their chain' },
  delivery: { also: ['events'], because: 'an event is written with its deliveries, in the transaction of its change' },
  deposit: { also: ['custody'], because: 'a payout takes its deposits, and the treasury credits its own' },
  flush: { also: ['custody'], because: ORPHANED },
  nonce_slot: { also: ['payments'], because: 'a recovery takes the nonces that a restored database forgot' },
  oauth_grant: { also: ['accounts'], because: 'a password that a link has set ends what apps of others were allowed' },
  outgoing_transaction: { also: ['custody'], because: ORPHANED },
  payout_terms: { also: ['payments', 'escrows'], because: 'a refund and each further outcome of an escrow freeze terms of their own' },
  recovery: { also: ['payments'], because: 'a recovery ends once every forgotten spend is attributed' },
  spend_attempt: { also: ['chainwatch'], because: 'the watcher records which block holds a transaction' },
  unsupported_token_flush: { also: ['custody'], because: ORPHANED },
  webhook_endpoint: { also: ['businesses'], because: 'an endpoint is made with its business, which sets its URL and its secret' },
}

const writers = findWriters()

test('each table is written by one room', () => {
  const shared = [...writers].map(([table, rooms]) => ({
    table,
    rooms: [...rooms].filter((room) => !exceptions[table]?.also.includes(room)),
  }))
  expect(shared.filter(({ rooms }) => rooms.length !== 1)).toEqual([])
})

test('each exception is needed', () => {
  const unneeded = Object.entries(exceptions).flatMap(([table, { also }]) =>
    also.filter((room) => !writers.get(table)?.has(room)).map((room) => `${table}: ${room}`),
  )
  expect(unneeded).toEqual([])
})

test('the tables that no operation writes are written by functions of the database and by the apps', () => {
  expect([...tableNames].filter((table) => !writers.has(table)).sort()).toEqual([
    'approval',
    'pause',
    'rate_window',
    'receipt_version',
    'role_heartbeat',
    'wallet_version',
  ])
})

test.each([
  ["await tables(em).insertInto('payment').values(row)", ['payment']],
  ["tables(em)\n    .updateTable('deposit')", ['deposit']],
  ['sql`UPDATE address_pool AS pool SET claimed_by = 1`', ['address_pool']],
  ["insertTogether(em, [{ into: 'outbox', rows }])", ['outbox']],
  ['sql`DELETE FROM chain_block WHERE height < 1`', ['chain_block']],
  ['sql`SELECT FROM payment FOR UPDATE`', []],
])('a write is seen in %s', (text, tables) => {
  expect(writtenIn(text)).toEqual(tables)
})
