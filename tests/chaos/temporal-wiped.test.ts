import { startTemporal } from '@gateway/devnet/temporal'
import { ensureNamespace } from '@gateway/devnet/temporal-namespace'
import { searchAttributes } from '@gateway/scripts/stack/search-attributes'
import { eventually } from '@gateway/testing/wait'
import { invoiceWorkflowId } from '@gateway/workflows/invoices/signals'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../support/say.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { runs } from './api-crashes.ts'
import { bitcoin, ethereum, type Family } from './family.ts'
import { ask, count, type Journey, pay } from './journey.ts'
import { end, killServer } from './processes.ts'
import { moneyRows, proveToldOnce, type Wallet, walletOf } from './proof.ts'

let story: Story
let temporal: Awaited<ReturnType<typeof startTemporal>>
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gateway-temporal-'))
  temporal = await startTemporal({ dataDir: join(dataDir, 'first') })
  story = await openStory({ temporal })
})
afterAll(async () => {
  await story?.close()
  await temporal?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test.each([bitcoin, ethereum])(
  'S17 $asset: Temporal is killed and its database deleted; payments in every state continue, and none is paid twice',
  async (family) => {
    const before = await walletOf(story, family)
    const sent = await ask(story, family)
    await pay(story, family, sent)
    await story.shop.reaches(sent.id, (payment) => payment.forward_tx_hash !== null)
    await end(story, 'signer')
    const confirmed = await ask(story, family)
    await pay(story, family, confirmed)
    await story.shop.reaches(confirmed.id, 'confirmed')
    const unpaid = await ask(story, family)
    await wipe()
    await Promise.all([story.gateway.start('worker'), story.gateway.start('signer')])
    await pay(story, family, unpaid)
    for (const { id } of [sent, confirmed, unpaid]) {
      await story.shop.reaches(id, (payment) => payment.forward_tx_hash !== null || payment.status === 'forwarded')
      await mine(story, family.chain, family.blocks.final)
      await story.shop.reaches(id, 'forwarded')
      // Blocks mined for one payment may omit the payout of the next, which is then fee-bumped.
      const { attempts } = await moneyRows(story, id)
      expect(attempts.filter((attempt) => !attempt.endsWith(' superseded')).map((attempt) => attempt.split(' ')[1])).toEqual(['final'])
      await proveToldOnce(story, id)
    }
    expect(await gained(family, before)).toEqual(await earned(family, [sent, confirmed, unpaid]))
  },
)

test('S17: Temporal is killed and its database deleted; an invoice whose due day ends meanwhile goes overdue once, and another one has a run again', async () => {
  const [due, later] = [await publishInvoice(), await publishInvoice()]
  await story.sql.query("UPDATE invoice SET overdue_at = now() - interval '1 minute' WHERE id = $1", [due])
  await wipe()
  expect(await runs(story, invoiceWorkflowId(later))).toBe(0)
  await story.gateway.start('worker')
  const read = async (id: string) => (await say(story.gateway.api, `GET /invoices/${id}`, { key: story.shop.key })).body['status']
  await eventually('the invoice to be overdue', async () => (await read(due)) === 'overdue')
  await eventually('the run of the other one', async () => (await runs(story, invoiceWorkflowId(later))) === 1)
  expect(await read(later)).toBe('sent')
  expect(await count(story, "event WHERE object_id = $1 AND type = 'invoice.overdue'", [due])).toBe(1)
})

/** Publishes an invoice with a due day that is far. */
async function publishInvoice(): Promise<string> {
  const body = { amount: 50, currency: 'USD', crypto_currency: 'BTC', due_date: '2099-12-31' }
  const { key } = story.shop
  const draft = await say(story.gateway.api, 'POST /invoices', { key, body })
  const published = await say(story.gateway.api, `POST /invoices/${String(draft.body['id'])}/publish`, { key })
  expect(published).toMatchObject({ status: 200, body: { status: 'sent' } })
  return String(draft.body['id'])
}

/** On-chain gains of merchant and platform. */
async function gained(family: Family, before: Wallet): Promise<Wallet> {
  const after = await walletOf(story, family)
  return { merchant: after.merchant - before.merchant, platform: after.platform - before.platform }
}

/** Expected gains for some payments. */
async function earned(family: Family, journeys: readonly Journey[]): Promise<Wallet> {
  const payments = await Promise.all(journeys.map(({ id }) => story.shop.read(id)))
  const sum = (amounts: readonly (string | null)[]) => amounts.reduce((total, amount) => total + family.units(amount), 0n)
  return { merchant: sum(payments.map((payment) => payment.merchant_amount)), platform: sum(payments.map((payment) => payment.fee_amount)) }
}

/** Restarts Temporal without runs, timers and queues, at the same address and namespace. */
async function wipe(): Promise<void> {
  const port = Number(temporal.address.split(':')[1])
  await killServer(temporal)
  // The worker would exit once its namespace is gone, and no supervisor restarts it here.
  await story.gateway.kill('worker')
  temporal = await startTemporal({ dataDir: mkdtempSync(join(dataDir, 'next-')), port })
  await ensureNamespace(temporal, { name: story.around.temporalNamespace, searchAttributes })
}
