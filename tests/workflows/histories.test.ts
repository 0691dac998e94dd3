import { newBitcoinAddress, replaceBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { scannerWorkflowId } from '@gateway/workflows/chainwatch/signals'
import { paymentWorkflowId } from '@gateway/workflows/payments/signals'
import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { keepRun } from '../support/recording.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { countActions, openTemporal, readable, readRun, type RecordedRun, untilRunWaits } from '../support/temporal.ts'

let story: Story
let client: Client
beforeAll(async () => {
  story = await openStory({ chains: ['BTC', 'ETH'] })
  client = await openTemporal(story)
})
afterAll(async () => {
  await client?.connection.close()
  await story?.close()
})

test.each(['BTC', 'ETH', 'USDC_ETH'])('a paid %s payment costs at most 6 actions and 25 events', async (blockchain) => {
  const asked = await story.shop.ask({ blockchain })
  await pay(story, asked)
  const run = await ended(await untilForwarded(story, asked))
  expect(costOf(run)).toSatisfy(within({ actions: 6, events: 25 }))
  keepRun(`payment-paid-${blockchain}`, run)
})

test('a payment detected before it is mined costs at most 6 actions and 25 events', async () => {
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  await untilRunWaits(client, asked.id)
  await pay(story, asked)
  await told(asked, 1)
  const run = await ended(await untilForwarded(story, asked))
  expect(costOf(run)).toSatisfy(within({ actions: 6, events: 25 }))
  keepRun('payment-seen-and-paid', run)
})

test('an expired payment costs 3 actions and 11 events, and 2 and 6 more each time its chain is not yet read to the end of the window', async () => {
  const asked = await askBriefly()
  const run = await ended(await story.shop.reaches(asked.id, 'expired'))
  const waits = timersOf(run)
  expect(costOf(run)).toEqual({ actions: 1 + 2 * waits, events: 5 + 6 * waits })
  keepRun('payment-expired', run)
})

test('a payment whose deposit vanishes waits for the rest of its window again', async () => {
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  await untilRunWaits(client, asked.id)
  const txid = await pay(story, asked)
  await told(asked, 1)
  await replaceBitcoin(story.bitcoin, { txid, to: await newBitcoinAddress(story.bitcoin) })
  await told(asked, 2)
  await mine(story, 'BTC', 1)
  await pay(story, asked)
  const run = await ended(await untilForwarded(story, asked))
  expect(timersOf(run)).toBe(2)
  keepRun('payment-vanished-and-back', run)
})

test('a scanner run costs 2 actions, and its history and a mailbox history are recorded', async () => {
  const { rows } = await story.sql.query<{ id: string }>('SELECT id FROM webhook_endpoint')
  const mailbox = await readRun(client, `webhook-endpoint/${rows[0]?.id}`)
  const scanner = await readRun(client, scannerWorkflowId('BTC'))
  expect(countActions(scanner)).toBe(2)
  keepRun('webhook-endpoint', mailbox)
  keepRun('chain-scanner', scanner)
})

test('an operator finds a payment run by its search attributes and reads its current step', async () => {
  const asked = await story.shop.ask({ blockchain: 'USDC_ETH' })
  const { rows } = await story.sql.query<{ merchant: string; ends: Date }>(
    'SELECT merchant_id AS merchant, expires_at AS ends FROM payment WHERE id = $1',
    [asked.id],
  )
  const [row] = rows
  const query = `WorkflowType = 'payment' AND ExecutionStatus = 'Running' AND Asset = 'USDC_ETH' AND MerchantId = '${row?.merchant}'`
  const found = await eventually('the payment to be listed', async () => {
    for await (const run of client.workflow.list({ query })) if (run.workflowId === paymentWorkflowId(asked.id)) return run
    return undefined
  })
  const shown = Object.fromEntries(found.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]))
  expect(shown).toMatchObject({ Chain: 'ETH', Asset: 'USDC_ETH', Mode: 'live', MerchantId: row?.merchant, ExpiresAt: row?.ends })
  const handle = client.workflow.getHandle(paymentWorkflowId(asked.id))
  expect(await (await handle.describe()).staticSummary()).toBe(`USDC_ETH payment, window until ${row?.ends.toISOString()}`)
  const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')
  expect(currentDetails).toBe('**pending**: waiting for the deposit until the window ends')
})

test('no history contains an address, an amount, a name, a secret or a transaction', async () => {
  const forbidden = await secretsOf(story)
  expect(forbidden.length).toBeGreaterThan(20)
  for await (const { workflowId } of client.workflow.list()) {
    const text = readable(await readRun(client, workflowId))
    expect(forbidden.filter((secret) => isSaidIn(text, secret))).toEqual([])
  }
})

/** Creates a payment with a window of one second, shorter than merchants may set. */
async function askBriefly(): Promise<ShownPayment> {
  await story.sql.query('ALTER TABLE business DROP CONSTRAINT IF EXISTS business_payment_window_seconds_check')
  await story.sql.query('UPDATE business SET payment_window_seconds = 1')
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  await story.sql.query('UPDATE business SET payment_window_seconds = 900')
  return asked
}

/** The whole run of a payment, once it has completed. */
async function ended({ id }: ShownPayment): Promise<RecordedRun> {
  await client.workflow.getHandle(paymentWorkflowId(id)).result()
  return readRun(client, paymentWorkflowId(id))
}

/** Waits until a payment's workflow has handled this many signals. */
const told = ({ id }: ShownPayment, times: number) =>
  eventually(`${times} signals`, async () => {
    const { events } = await readRun(client, paymentWorkflowId(id))
    const last = events.filter((event) => event.eventType === 'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED')[times - 1]
    const after = last ? events.slice(events.indexOf(last)).map((event) => event.eventType) : []
    const taken = after.indexOf('EVENT_TYPE_WORKFLOW_TASK_STARTED')
    return taken > 0 && after.includes('EVENT_TYPE_WORKFLOW_TASK_COMPLETED', taken)
  })

const timersOf = ({ events }: RecordedRun): number => events.filter((event) => event.eventType === 'EVENT_TYPE_TIMER_STARTED').length

/** The cost of a run without tasks that timed out, and without their retries, so that a stalled machine does not count. */
function costOf(run: RecordedRun): { actions: number; events: number } {
  const sum = (countOf: (event: RunEvent) => number) => run.events.reduce((total, event) => total + countOf(event), 0)
  return { actions: countActions(run) - sum(lateRetries), events: run.events.length - sum(lateEvents) }
}

type RunEvent = RecordedRun['events'][number]

/** A timed-out workflow task also has a scheduled event, and perhaps a started event. */
function lateEvents({ workflowTaskTimedOutEventAttributes: late }: RunEvent): number {
  if (!late) return 0
  return Number(late.startedEventId ?? 0) === 0 ? 2 : 3
}

/** Earlier attempts of an activity, when the last of them timed out. */
function lateRetries({ activityTaskStartedEventAttributes: started }: RunEvent): number {
  return started?.lastFailure?.timeoutFailureInfo ? (started.attempt ?? 1) - 1 : 0
}

const within = (most: { actions: number; events: number }) => (run: { actions: number; events: number }) =>
  run.actions <= most.actions && run.events <= most.events

/** Amounts must match as whole numbers, because times contain the same digits; other secrets match anywhere. */
const isSaidIn = (text: string, secret: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text) : text.includes(secret)

/** Every value of this story that Temporal must not contain. */
async function secretsOf({ sql, shop, around }: Story): Promise<string[]> {
  const { rows } = await sql.query<{ it: string }>(`SELECT unnest(ARRAY[address, due_units::text, lower(address)]) AS it FROM payment
    UNION SELECT unnest(ARRAY[handle, encode(raw, 'hex'), encode(raw, 'base64')]) FROM spend_attempt
    UNION SELECT email FROM merchant UNION SELECT name FROM business UNION SELECT url FROM webhook_endpoint`)
  const keys = [
    shop.key,
    shop.token,
    shop.receiver.secret,
    around.secrets.kekHex,
    around.secrets.webhookOpeningKey,
    around.secrets.partyTokenKey,
  ]
  return [...rows.map((row) => row.it), ...Object.values(shop.wallets), ...keys].filter((text) => text.length > 3)
}
