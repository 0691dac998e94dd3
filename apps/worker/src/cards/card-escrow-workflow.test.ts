import { cardEscrowAdvanced, type CardEscrowAdvanced } from '@gateway/workflows/cards/signals'
import { queues } from '@gateway/workflows/queues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestWorkers, type TestWorkers } from '../test-workers.ts'

const later = new Date(Date.now() + 90 * 24 * 60 * 60 * 1_000).toISOString()
const funded = (sequence: number, dueAt: string): CardEscrowAdvanced => ({ sequence, state: 'funded', dueAt })

/** What the row says each time that the role is woken, and how often it was. */
const rows = new Map<string, CardEscrowAdvanced[]>()
const woken: string[] = []
let workers: TestWorkers
beforeAll(async () => {
  const wakeCardEscrow = async ({ escrowId }: { escrowId: string }) => {
    woken.push(escrowId)
    const row = rows.get(escrowId)?.shift()
    if (!row) throw new Error('the row is not asked for again')
    return row
  }
  workers = await startTestWorkers('payments', [{ taskQueue: queues.payments, activities: { wakeCardEscrow }, workflows: true }])
})
afterAll(() => workers?.close())

const start = (escrowId: string, known: CardEscrowAdvanced) =>
  workers.client.workflow.start('cardEscrow', {
    workflowId: `card-escrow/${escrowId}`,
    taskQueue: queues.payments,
    args: [{ escrowId, known }],
  })

test('the run of a card escrow wakes the role at its notice and at its end, and ends with the refund', async () => {
  const past = (ms: number) => new Date(Date.now() - ms).toISOString()
  rows.set('due', [funded(2, past(1)), { sequence: 3, state: 'refunded', dueAt: null }])
  const run = await start('due', funded(2, past(2)))
  expect(await run.result()).toBe('refunded')
  expect(woken.filter((id) => id === 'due')).toHaveLength(2)
})

test('the run of a card escrow ends when it is released, without waking anybody; an older signal is ignored', async () => {
  const run = await start('released', funded(2, later))
  await run.signal(cardEscrowAdvanced, { sequence: 1, state: 'created', dueAt: null })
  await run.signal(cardEscrowAdvanced, { sequence: 3, state: 'released', dueAt: null })
  expect(await run.result()).toBe('released')
  expect(woken).not.toContain('released')
})
