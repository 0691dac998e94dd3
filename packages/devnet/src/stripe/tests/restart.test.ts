import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDouble } from './open-double.ts'
import { openAccount, sessionOf, submit } from './shop.ts'

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'stripe-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a double continues after a restart on its folder, at its address, with its keys in use and its events', async () => {
  const before = await openDouble({ dataDir })
  const account = await openAccount(before)
  await before.control.do('setBehaviour', { holdsEvents: true })
  const options = { stripeAccount: account, idempotencyKey: 'once' }
  const { id } = await before.stripe.checkout.sessions.create(sessionOf(500), options)
  await before.stop()
  const after = await openDouble({ dataDir })
  expect(after.url).toBe(before.url)
  const session = await after.stripe.checkout.sessions.create(sessionOf(500), options)
  expect(session.id).toBe(id)
  expect(await submit(session.url, { number: '4242424242424242' })).toMatchObject({ outcome: 'paid' })
  await expect.poll(after.types).toContain('checkout.session.completed')
  await after.stop()
})
