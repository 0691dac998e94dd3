import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { tables } from '@gateway/db/tables'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../architecture/sources.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => closeShop(shop))

/** The output of an audit of the shop's database, without nodes. */
async function audit(): Promise<string> {
  const env = { DATABASE_URL: String(shop.ctx.orm.config.get('clientUrl')) }
  return promisify(execFile)(process.execPath, [join(root, 'scripts/audit.ts')], { env }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )
}

test('the audit replays every payment and names the one whose row differs from its records', async () => {
  const payments = await Promise.all([1, 2, 3].map(() => shop.ask({ amount: 60, blockchain: 'BTC' })))
  expect(await audit()).toMatch(/^I14 +0 .+\n[^]*Every invariant holds\.$/m)
  const [asked] = payments
  const say = (usdCents: bigint) =>
    tables(shop.ctx.orm.em.fork())
      .updateTable('payment')
      .set({ usdCents })
      .where('id', '=', asked?.id ?? '')
      .execute()
  await say(1n)
  const found = await audit()
  expect(found).toMatch(/^I14 +1 /m)
  expect(found).toContain(`{"paymentId":"${asked?.id}","of":"payment","member":"usdCents","stored":"1","replayed":"6000"}`)
  expect(found).toContain('1 of 26 invariants are broken.')
  await say(6_000n)
})

test('the audit names the gap where a decision is missing from the decision log', async () => {
  const count = (seq: string) =>
    tables(shop.ctx.orm.em.fork()).updateTable('decision_count').set({ seq }).where('role', '=', 'signer').execute()
  await count('1')
  expect(await audit()).toContain('{"role":"signer","problem":"record_has_a_gap","place":"1"}')
  await count('0')
})
