import { condition, continueAsNew, proxyActivities, setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow'
import { queues } from '../queues.ts'
import { drain } from '../retry.ts'
import type { WebhookActivities } from './activities.ts'
import { type MailboxInput, wake } from './signals.ts'

const { drainEndpoint } = proxyActivities<WebhookActivities>({ ...drain, taskQueue: queues.webhooks, summary: 'send due deliveries' })

/** Drains an endpoint's mailbox, which is a table; ends without pending deliveries, and is started again by the next one. */
export async function webhookEndpoint(input: MailboxInput): Promise<void> {
  let woken = false
  setHandler(wake, () => void (woken = true), { description: 'there are deliveries due' })
  for (;;) {
    woken = false
    const { sent, nextDueAt } = await drainEndpoint(input)
    setCurrentDetails(`Last drain sent ${sent}; ${nextDueAt ? `next attempt due ${nextDueAt}` : 'nothing waits'}.`)
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof webhookEndpoint>(input)
    if (nextDueAt)
      await condition(() => woken, Math.max(1, Date.parse(nextDueAt) - Date.now()), { summary: 'until the next attempt is due' })
    else if (!woken) return
  }
}
