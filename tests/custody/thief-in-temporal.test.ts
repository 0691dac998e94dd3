import type { DevnetChain } from '@gateway/devnet/chains'
import { bitcoinBalance } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { eventually } from '@gateway/testing/wait'
import type { Client, WorkflowHandle } from '@temporalio/client'
import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pay, unitsOf } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'
import { openTemporal, untilRunWaits } from '../support/temporal.ts'
import { breakIn, type Thief } from '../support/thief.ts'
import { newWallets } from '../support/wallets.ts'

let story: Story
let thief: Thief
let temporal: Client
let wallets: Readonly<Record<DevnetChain, string>>
const since = new Date()
beforeAll(async () => {
  story = await sharedStory()
  thief = await breakIn(story.around.databaseUrl)
  temporal = await openTemporal(story)
  wallets = await newWallets()
})
afterAll(async () => {
  await temporal?.connection.close()
  await thief?.close()
  await story?.close()
})

const payments = { taskQueue: 'payments' }
/** The attempts signed since the file began; no other file runs meanwhile. */
const attempts = async () => (await story.sql.query('SELECT FROM spend_attempt WHERE created_at >= $1', [since])).rowCount

/** A payment of the victim with an unconfirmed deposit. */
async function unconfirmed() {
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  await pay(story, asked)
  await story.shop.reaches(asked.id, 'detected')
  return asked
}

test('an attacker with the API’s access to Temporal causes no signature that is not due and changes no recipient', async () => {
  const victim = await unconfirmed()
  const confirmed = { sequence: 1_000, state: 'confirmed' }
  const input = { paymentId: victim.id, asset: 'BTC', expiresAt: new Date(Date.now() + 60_000).toISOString(), known: confirmed }
  // The attacker's own runs, about the victim's payment and about payments that do not exist, and a name that no workflow has.
  const runs: WorkflowHandle[] = []
  onTestFinished(() => Promise.all(runs.map((run) => run.terminate().catch(() => undefined))).then(() => undefined))
  for (const paymentId of [victim.id, randomUUID(), 'made-up'])
    for (const workflow of ['payment', 'payout'])
      runs.push(
        await temporal.workflow.start(workflow, { ...payments, workflowId: `payment/x-${randomUUID()}`, args: [{ ...input, paymentId }] }),
      )
  // A forged signal tells the victim's own run that its deposit is confirmed.
  const told = await untilRunWaits(temporal, victim.id)
  await told.signal('paymentAdvanced', confirmed)
  expect(await attempts()).toBe(0)
  expect((await story.shop.read(victim.id)).status).toBe('detected')

  const before = await bitcoinBalance(story.bitcoin, story.shop.wallets.BTC)
  const paid = await untilForwarded(story, victim)
  expect(await attempts()).toBe(1)
  expect(await told.result()).toBe('forwarded')
  expect(await bitcoinBalance(story.bitcoin, story.shop.wallets.BTC)).toBe(before + unitsOf(paid, paid.merchant_amount))
  expect(await bitcoinBalance(story.bitcoin, wallets.BTC)).toBe(0n)
})

test('an attacker with the API’s session key can sign in as any merchant but cannot redirect existing payments', async () => {
  const victim = await unconfirmed()
  const token = await forgedToken()
  const changed = await fetch(`${story.gateway.api}/api/businesses/${story.shop.businessId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ wallet_addresses: wallets }),
  })
  expect(changed.status, 'the API must be able to do this').toBe(200)
  const before = await bitcoinBalance(story.bitcoin, story.shop.wallets.BTC)
  const paid = await untilForwarded(story, victim)
  expect(await bitcoinBalance(story.bitcoin, story.shop.wallets.BTC)).toBe(before + unitsOf(paid, paid.merchant_amount))
  expect(await bitcoinBalance(story.bitcoin, wallets.BTC)).toBe(0n)
  await eventually(
    'the e-mail about the change',
    async () =>
      (
        await thief.read<{ told: boolean }>("SELECT EXISTS (SELECT FROM email WHERE kind LIKE '%wallet%' AND created_at >= $1) AS told", [
          since,
        ])
      )[0]?.told ?? false,
  )
})

/** A session written with the API's database login, and a token for it signed with the API's key. */
async function forgedToken(): Promise<string> {
  const [header = '', claims = ''] = story.shop.token.split('.')
  const known = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }
  const jti = randomUUID()
  const session = `INSERT INTO session (id, merchant_id, created_at, expires_at, opened_in, browser, confirmed_at, second_factor)
    VALUES ($1, $2, now(), now() + interval '1 day', 'api', 'curl', now(), false)`
  expect(await thief.asks(session, [jti, known.sub])).toBe(true)
  const signed = `${header}.${Buffer.from(JSON.stringify({ ...known, jti })).toString('base64url')}`
  const key = createPrivateKey({ key: Buffer.from(story.around.secrets.merchantTokenKey, 'base64'), format: 'der', type: 'pkcs8' })
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}
