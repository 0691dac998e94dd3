import { drainEndpoint, type WebhookContext } from '@gateway/operations/webhooks/drain-endpoint'
import type { WebhookActivities } from '@gateway/workflows/webhooks/activities'
import { cancellationSignal } from '@temporalio/activity'
import { withHeartbeat } from '../with-heartbeat.ts'

/** Notifications of new deliveries. */
export interface DeliveryNews {
  waitForNews(endpointId: string, ms: number): Promise<void>
}

/** Activities of the webhooks role. */
export const webhookActivities = (ctx: WebhookContext, news: DeliveryNews): WebhookActivities => ({
  drainEndpoint: (input) =>
    withHeartbeat((report) =>
      drainEndpoint(ctx, input, {
        waitForNews: (ms) => news.waitForNews(input.endpointId, ms),
        onProgress: (sent) => report({ sent }),
        isCancelled: () => cancellationSignal().aborted,
      }),
    ),
})
