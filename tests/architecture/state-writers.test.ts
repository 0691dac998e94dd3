import { describe, expect, test } from 'vitest'
import { findPaths, read, sources } from './sources.ts'
import { doors, type GuardedTable, stateWritesIn } from './state-writes.ts'

const product = [
  ...sources.filter(({ isTest }) => !isTest).map(({ path, text }) => ({ path, text })),
  ...findPaths('{apps,packages}/*/src/**/*.sql').map((path) => ({ path, text: read(path) })),
]

test.each(Object.entries(doors) as [GuardedTable, { door: string }][])(
  'the states of %s are written by their door alone',
  (table, { door }) => {
    const writers = product.filter(({ text }) => stateWritesIn(text).includes(table)).map(({ path }) => path)
    expect(writers).toEqual([door])
  },
)

describe('a write of a state is seen', () => {
  test.each([
    ["await tables(em).updateTable('refund').set({ state: 'paying', holdReason: null }).where('id', '=', id).execute()", ['refund']],
    [
      "tables(em)\n    .updateTable('spend_intent')\n    .set((eb) => ({\n      state: eb.case()\n    }))\n    .execute()",
      ['spend_intent'],
    ],
    ["const state = 'held'\nem.updateTable('spend_intent as leg').set({ holdReason, state }).execute()", ['spend_intent']],
    ["em.updateTable('spend_attempt').set('state', 'dead').execute()", ['spend_attempt']],
    ["const end = { state: 'dead' } as const\nem.updateTable('spend_attempt').set(end).execute()", ['spend_attempt']],
    ["const end = { state: 'dead' } as const\nem.updateTable('spend_attempt').set({ ...end, updatedAt }).execute()", ['spend_attempt']],
    ["em.updateTable('spend_attempt').set({ ...(won && { state: 'broadcast' as const }) }).execute()", ['spend_attempt']],
    ["em.insertInto('refund').values(row).onConflict((oc) => oc.column('id').doUpdateSet({ state: 'offered' })).execute()", ['refund']],
    ["await updateTogether(em, { table: 'spend_intent', columns: COLUMNS, rows })", ['spend_intent']],
    ["const ownRefunds = owned('refund', { frozen: [] })", ['refund']],
    ["sql`UPDATE spend_intent SET hold_reason = NULL, state = 'planned' WHERE id = ${id}`", ['spend_intent']],
    ["sql`UPDATE refund AS back SET (state, ended_at) = ('withdrawn', now())`", ['refund']],
    ["sql`INSERT INTO refund (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET state = 'claimed'`", ['refund']],
    ["CREATE TRIGGER a BEFORE UPDATE ON refund; BEGIN NEW.state := 'offered'; END", ['refund']],
    ["await em.nativeUpdate(SpendAttemptEntity, { n }, { state: 'dead' })", ['spend_attempt']],
    ["import type { SpendIntentEntity } from './x'\nObject.assign(intent, { state: 'held' })", ['spend_intent']],
    ["import type { RefundEntity } from './x'\nback.state = 'paying'", ['refund']],
  ])('in %s', (text, tables) => {
    expect(stateWritesIn(text)).toEqual(tables)
  })
})

describe('no write of a state is seen', () => {
  test.each([
    "em.insertInto('refund').values({ state: 'offered' }).execute()",
    "em.updateTable('spend_intent').set({ posting }).where('state', '=', 'final').execute()",
    "em.updateTable('payment').set({ state: 'expired' }).execute()",
    "const at = { state: 'held' }\nem.updateTable('spend_attempt').set({ ...patch }).where('n', '=', 1).execute()",
    "sql`UPDATE spend_intent SET posting = posting + 1 WHERE state = 'final'`",
    'sql`SELECT state FROM spend_attempt FOR UPDATE`',
    "// em.updateTable('refund').set({ state: 'paying' }).execute()",
  ])('in %s', (text) => {
    expect(stateWritesIn(text)).toEqual([])
  })
})
