import { Client, Connection } from '@temporalio/client'
import { eventually } from '@gateway/testing/wait'
import { paymentWorkflowId } from '@gateway/workflows/payments/signals'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { say } from '../support/say.ts'
import type { Story } from '../support/story.ts'
import type { Family } from './family.ts'
import { ask, count, pay } from './journey.ts'
import { arm, crash, end } from './processes.ts'
import { provePaidOnce, walletOf } from './proof.ts'

/** Crashes of the API at its failpoints. */
export function apiCrashes(family: Family, open: () => Story): void {
  test('S0a: the API dies before the commit of a creation; no row remains, and a retry creates one payment', async () => {
    const story = open()
    const used = await usage(story)
    await arm(story, 'api', 'S0a')
    await expect(ask(story, family)).rejects.toThrow('fetch failed')
    await crash(story, 'api')
    expect(await usage(story)).toEqual(used)
    await story.gateway.start('api')
    const journey = await ask(story, family)
    expect(await usage(story)).toEqual({ payments: used.payments + 1, counted: used.counted + 1, addresses: used.addresses + 1 })
    await pay(story, family, journey)
    await provePaidOnce(story, family, journey)
  })

  test('S0b: the API dies after the commit, before its response; a retry gets the same payment and address, counted once', async () => {
    const story = open()
    const used = await usage(story)
    const order = `order-${randomUUID()}`
    await arm(story, 'api', 'S1')
    await expect(askFor(story, family, order)).rejects.toThrow('fetch failed')
    await crash(story, 'api')
    await story.gateway.start('api')
    const { status, body } = await askFor(story, family, order)
    const made = await story.shop.read(await newestPayment(story))
    expect([status, body['idempotent_replay']]).toEqual([201, true])
    expect(body).toMatchObject({ id: made.id, payment_address: made.payment_address, crypto_amount: made.crypto_amount })
    expect(await usage(story)).toEqual({ payments: used.payments + 1, counted: used.counted + 1, addresses: used.addresses + 1 })
  })

  test('S1: the API dies after the commit, before the workflow starts; the outbox keeps the message, and one run starts', async () => {
    const story = open()
    await end(story, 'worker')
    await arm(story, 'api', 'S1')
    const before = await walletOf(story, family)
    await expect(ask(story, family)).rejects.toThrow('fetch failed')
    await crash(story, 'api')
    const id = await newestPayment(story)
    const workflowId = paymentWorkflowId(id)
    expect(await count(story, 'outbox WHERE workflow_id = $1', [workflowId])).toBe(1)
    expect(await runs(story, workflowId)).toBe(0)
    await Promise.all([story.gateway.start('api'), story.gateway.start('worker')])
    await eventually('the workflow to start', async () => (await runs(story, workflowId)) === 1)
    await pay(story, family, { payment: await story.shop.read(id) })
    await provePaidOnce(story, family, { id, before })
    expect(await runs(story, workflowId)).toBe(1)
  })
}

/** Creates a payment with an idempotency key. */
const askFor = ({ gateway, shop }: Story, { asset }: Family, order: string) =>
  say(gateway.api, 'POST /payments/create', {
    key: shop.key,
    headers: { 'idempotency-key': order },
    body: { amount: 25, blockchain: asset },
  })

async function usage(story: Story) {
  const { rows } = await story.sql.query<{ sum: string | null }>('SELECT sum(current) FROM usage_counter')
  return {
    payments: await count(story, 'payment'),
    counted: Number(rows[0]?.sum),
    addresses: await count(story, 'payout_terms'),
  }
}

async function newestPayment({ sql }: Story): Promise<string> {
  const { rows } = await sql.query<{ id: string }>('SELECT id FROM payment ORDER BY created_at DESC LIMIT 1')
  return rows[0]?.id ?? ''
}

/** The number of runs of a workflow in Temporal. */
export async function runs({ around }: Pick<Story, 'around'>, workflowId: string): Promise<number> {
  const connection = await Connection.connect({ address: around.temporalAddress })
  const client = new Client({ connection, namespace: around.temporalNamespace })
  try {
    return (await client.workflow.count(`WorkflowId = '${workflowId}'`)).count
  } finally {
    await connection.close()
  }
}
