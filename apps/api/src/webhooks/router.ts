import {
  DeliveryListView,
  DeliveryRef,
  FeedView,
  ListDeliveriesInput,
  ListEventsInput,
  ListLogsInput,
  LogsView,
  presentDelivery,
  presentFeed,
  presentLog,
  presentTested,
  RedeliveredView,
  TestedView,
  TestWebhookInput,
} from '@gateway/contract/webhooks'
import { listDeliveries } from '@gateway/operations/webhooks/list-deliveries'
import { listEvents } from '@gateway/operations/webhooks/list-events'
import { type Redelivered, redeliver } from '@gateway/operations/webhooks/redeliver'
import { awaitWebhookTest, sendWebhookTest, type WebhookTest } from '@gateway/operations/webhooks/send-webhook-test'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { exampleEvent } from '../openapi/example-event.ts'
import { keyProcedure, router } from '../trpc.ts'
import { webhooksPortalRouter } from './portal-router.ts'

/** Webhook operations: deliveries, redelivery, webhook tests, and the event feed. */
export const webhooksRouter = router({
  logs: keyProcedure
    .meta({
      many: true,
      rest: {
        method: 'get',
        path: '/api/webhooks/logs',
        tag: 'webhooks',
        summary: 'List webhook deliveries as a plain list',
        description:
          'Deliveries of the last 30 days, newest first, webhook tests included. The answer is the list itself. `count` is an alias of `limit`.',
        bare: 'logs',
        errors: ['FORBIDDEN', 'BUSINESS_REQUIRED'],
      },
    })
    .input(ListLogsInput)
    .output(LogsView)
    .query(async ({ ctx, input }) => {
      const { deliveries } = await listDeliveries(ctx, { actor: ctx.actor, wish: input, isCounted: false })
      return { logs: deliveries.map(presentLog) }
    }),

  list: keyProcedure
    .meta({
      many: true,
      rest: {
        method: 'get',
        path: '/api/webhooks',
        tag: 'webhooks',
        summary: 'List webhook deliveries',
        description: 'Deliveries of the last 30 days, newest first, webhook tests included. Filters by payment and by status.',
        list: true,
        errors: ['FORBIDDEN', 'BUSINESS_REQUIRED'],
      },
    })
    .input(ListDeliveriesInput)
    .output(DeliveryListView)
    .query(async ({ ctx, input }) => {
      const { deliveries, total } = await listDeliveries(ctx, { actor: ctx.actor, wish: input, isCounted: true })
      return { logs: deliveries.map(presentDelivery), total, limit: input.limit, offset: input.offset }
    }),

  test: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/webhooks/test',
        also: [{ method: 'post', path: '/api/businesses/{id}/webhook-test' }],
        tag: 'webhooks',
        summary: 'Test a webhook',
        description:
          'Sends one sample event to the webhook URL and returns the receiver’s answer within ten seconds. The sample is marked `test`, is not retried, and is not in the feed. `event` and `type` are aliases of `event_type`.',
        limit: 'test',
        errors: ['WEBHOOK_URL_MISSING', 'FORBIDDEN', 'BUSINESS_REQUIRED', 'WEBHOOKS_UNAVAILABLE'],
      },
    })
    .input(TestWebhookInput)
    .output(TestedView)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => sendWebhookTest(ctx, { actor: ctx.actor, wish: input, keep }),
        resume: ({ ctx, reference }) => awaitWebhookTest(ctx, { id: reference }),
        present: (webhookTest: WebhookTest) => presentTested(webhookTest),
      }),
    ),

  redeliver: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/webhooks/deliveries/{id}/redeliver',
        tag: 'webhooks',
        summary: 'Redeliver a webhook',
        description:
          'Makes the delivery due now, or at the next attempt of a receiver that is down. Retries follow the usual schedule: from its beginning for an ended delivery, from where it was for a waiting one. Id and body stay the same. `id` may be the id of the event.',
      },
    })
    .input(DeliveryRef)
    .output(RedeliveredView)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => redeliver(ctx, { actor: ctx.actor, id: input.id, keep }),
        present: ({ deliveryId, eventId }: Redelivered) => ({ delivery_id: deliveryId, event_id: eventId, status: 'pending' as const }),
      }),
    ),

  events: keyProcedure
    .meta({
      many: true,
      rest: {
        method: 'get',
        path: '/api/events',
        tag: 'webhooks',
        summary: 'List events',
        description:
          'Every event of the business in the last 30 days, subscribed or not, oldest first and without gaps. A client that continues from `next_cursor` misses none, also with `types`.',
        shown: { events: [exampleEvent('payment.completed')] },
        errors: ['FORBIDDEN', 'BUSINESS_REQUIRED', 'CURSOR_EXPIRED'],
      },
    })
    .input(ListEventsInput)
    .output(FeedView)
    .query(async ({ ctx, input }) => presentFeed(await listEvents(ctx, { actor: ctx.actor, wish: input }))),

  portal: webhooksPortalRouter,
})
