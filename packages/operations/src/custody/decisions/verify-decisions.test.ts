import { tables } from '@gateway/db/tables'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listPauses } from '../pauses/pause-payouts.ts'
import { findMissingDecisions } from '../policy/verify-decision-log.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { closeLightningShop, type LightningShop, openLightningShop } from '../../testing/test-lightning.ts'
import { verifyDecisions } from './verify-decisions.ts'

let shop: LightningShop
beforeAll(async () => {
  shop = await openLightningShop()
  await shop.enable('main')
  await shop.fund('main', 5_000_000)
})
afterAll(() => closeLightningShop(shop))

const tamper = (statement: string): Promise<unknown> =>
  shop.ctx.orm.em
    .fork()
    .getConnection()
    .execute(`ALTER TABLE policy_decision DISABLE TRIGGER ALL; ${statement}; ALTER TABLE policy_decision ENABLE TRIGGER ALL`)
const reasons = async (): Promise<(string | null)[]> => {
  await verifyDecisions(shop.payer)
  return (await listPauses(shop.ctx)).map(({ scope, reason }) => (scope === 'lightning' ? reason : null))
}

describe('the decision log of Lightning', () => {
  beforeEach(async () => {
    for (let sent = 0; sent < 3; sent++) await shop.send('main', shop.node.foreign().paymentRequest)
    await tamper('CREATE TABLE kept AS SELECT * FROM policy_decision')
  })
  afterEach(async () => {
    await tamper(
      `DELETE FROM policy_decision; INSERT INTO policy_decision SELECT * FROM kept; DROP TABLE kept;
      UPDATE decision_count SET seq = (SELECT coalesce(max(seq), 0) FROM policy_decision decision WHERE decision.role = decision_count.role)`,
    )
    if ((await listPauses(shop.ctx)).length > 0) await liftPause(shop.signer, 'lightning')
  })

  test('pauses nothing while it is as the role wrote it', async () => {
    expect(await reasons()).toEqual([])
  })

  test.each([
    ["UPDATE policy_decision SET facts = '{}' WHERE seq = 2", 'decision_was_altered at 2'],
    ['DELETE FROM policy_decision WHERE seq = 1', 'record_has_a_gap at 1'],
    ["UPDATE decision_count SET seq = seq + 1 WHERE role = 'lightning'", 'record_has_a_gap'],
  ])('pauses sends once it was changed: %s', async (change, reason) => {
    await tamper(change)
    expect(await reasons()).toEqual([expect.stringContaining(`the decision log of Lightning was changed: ${reason}`)])
  })

  test('shows what the node was called for after the log and its count were cut off', async () => {
    await tamper("DELETE FROM policy_decision; UPDATE decision_count SET seq = 0 WHERE role = 'lightning'")
    const called = await tables(shop.ctx.orm.em.fork()).selectFrom('lightning_attempt').select('paymentId').where('calls', '>', 0).execute()
    const found = await findMissingDecisions(shop.ctx.orm.em.fork(), { role: 'lightning' })
    expect(found.map(({ place }) => place).toSorted()).toEqual(called.map(({ paymentId }) => paymentId).toSorted())
    expect(await reasons()).toEqual([expect.stringContaining('signed_without_decision')])
  })
})
