import { type InvoiceChanged, invoiceChanged } from '@gateway/workflows/invoices/signals'
import { queues } from '@gateway/workflows/queues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestWorkers, type TestWorkers } from '../test-workers.ts'

const later = new Date(Date.now() + 90 * 24 * 60 * 60 * 1_000).toISOString()
const sent = (sequence: number, dueAt: string): InvoiceChanged => ({ sequence, state: 'sent', dueAt })

/** What the row says each time that it is asked to pass what is due, and how often it was. */
const rows = new Map<string, InvoiceChanged[]>()
const passed: string[] = []
let workers: TestWorkers
beforeAll(async () => {
  const passDue = async ({ invoiceId }: { invoiceId: string }) => {
    passed.push(invoiceId)
    const row = rows.get(invoiceId)?.shift()
    if (!row) throw new Error('the row is not asked for again')
    return row
  }
  workers = await startTestWorkers('payments', [{ taskQueue: queues.payments, activities: { passDue }, workflows: true }])
})
afterAll(() => workers?.close())

const start = (invoiceId: string, known: InvoiceChanged) =>
  workers.client.workflow.start('invoice', { workflowId: `invoice/${invoiceId}`, taskQueue: queues.payments, args: [{ invoiceId, known }] })

test('the run of an invoice asks when its due day has ended, again where the row is not due yet, and ends with the answer', async () => {
  const past = new Date(Date.now() - 1).toISOString()
  rows.set('due', [sent(1, past), { sequence: 2, state: 'overdue', dueAt: null }])
  const run = await start('due', sent(1, past))
  expect(await run.result()).toBe('overdue')
  expect(passed.filter((id) => id === 'due')).toHaveLength(2)
})

test('the run of an invoice ends when it is paid, without asking anybody; an older signal is ignored', async () => {
  const run = await start('paid', sent(2, later))
  await run.signal(invoiceChanged, { sequence: 1, state: 'draft', dueAt: null })
  await run.signal(invoiceChanged, { sequence: 3, state: 'paid', dueAt: null })
  expect(await run.result()).toBe('paid')
  expect(passed).not.toContain('paid')
})
