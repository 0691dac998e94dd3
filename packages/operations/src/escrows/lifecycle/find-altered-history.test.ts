import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEscrow } from '../../testing/test-escrows.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { findAlteredHistory } from './find-altered-history.ts'
import { recordHistory } from './record-history.ts'

let shop: TestShop
let escrowId: string
beforeEach(async () => {
  shop = await openShop()
  escrowId = (await openEscrow(shop)).escrow.id
  const fact = { escrowId, type: 'deposit_detected', actor: 'depositor', details: { deposited: '0.01', b: 'x', a: 'y' } } as const
  await shop.ctx.orm.em.fork().transactional((em) => recordHistory(em, shop.ctx, [fact, fact]))
})
afterEach(() => closeShop(shop))

const look = () => findAlteredHistory(shop.ctx.orm.em.fork())
const db = () => tables(shop.ctx.orm.em.fork())

test('a history that was not altered is whole', async () => {
  expect(await look()).toEqual([])
})

test('the database refuses to change or remove an entry', async () => {
  await expect(db().updateTable('escrow_event').set({ actor: 'arbiter' }).execute()).rejects.toThrow('append-only')
  await expect(db().deleteFrom('escrow_event').execute()).rejects.toThrow('append-only')
})

test.each([
  ['another actor', sql`UPDATE escrow_event SET actor = 'arbiter' WHERE n = 2`],
  ['other details', sql`UPDATE escrow_event SET details = '{"deposited":"9"}' WHERE n = 2`],
  ['another time', sql`UPDATE escrow_event SET created_at = created_at - interval '1 second' WHERE n = 1`],
  ['an entry less', sql`DELETE FROM escrow_event WHERE n = 2`],
])('a history with %s is found, also when the triggers of the database are bypassed', async (_what, tampering) => {
  await sql`ALTER TABLE escrow_event DISABLE TRIGGER escrow_event_append_only`.execute(db())
  await tampering.execute(db())
  expect(await look()).toEqual([{ escrowId, problem: 'an entry was changed or removed' }])
})

test('a history without the state of its escrow is found', async () => {
  await sql`UPDATE escrow SET state = 'released' WHERE id = ${escrowId}::uuid`.execute(db())
  expect(await look()).toEqual([{ escrowId, problem: 'its state is not in it' }])
})
