import { drainEndpoint, type WebhookContext } from '@gateway/operations/webhooks/drain-endpoint'
import type { WebhookActivities } from '@gateway/workflows/webhooks/activities'
import { cancellationSignal, heartbeat } from '@temporalio/activity'
import { classified } from '../activity-errors.ts'

/** How the role learns of new deliveries. */
export interface DeliveryNews {
  waitForNews(endpointId: string, ms: number): Promise<void>
}

/** Work of the webhooks role. */
export const webhookActivities = (ctx: WebhookContext, news: DeliveryNews): WebhookActivities => ({
  drainEndpoint: classified((input) =>
    drainEndpoint(ctx, input, {
      waitForNews: (ms) => news.waitForNews(input.endpointId, ms),
      onProgress: (sent) => heartbeat({ sent }),
      isCancelled: () => cancellationSignal().aborted,
    }),
  ),
})
