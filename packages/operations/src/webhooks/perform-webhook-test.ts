import { findEndpointSecrets } from '@gateway/db/webhooks/circuit-queries'
import { claimWebhookTest, endLostWebhookTests, endWebhookTest } from '@gateway/db/webhooks/webhook-test-queries'
import type { WebhookTestEntity } from '@gateway/db/webhooks/webhook-test.entity'
import { postGuarded } from '../egress/post-guarded.ts'
import { queueNotification } from '../kernel/notifications.ts'
import { transaction } from '../kernel/transaction.ts'
import type { WebhookContext } from './drain-endpoint.ts'
import { openSecrets } from './open-secrets.ts'
import { signDelivery } from './sign-delivery.ts'

// The caller waits ten seconds: a webhook test must end within them, and an older one is not started any more.
const FRESH_MS = 8_000
const LIMITS = { connectMs: 5_000, totalMs: 9_000, answerBytes: 16 * 1024 } as const
const LOST_AFTER_MS = 60_000
// A receiver that hangs delays its own webhook tests only.
const MAX_OF_ONE = 2

/** Claims the oldest recent webhook test whose receiver has a free slot; undefined when there is none. */
export async function beginWebhookTest(ctx: WebhookContext): Promise<WebhookTestEntity | undefined> {
  const now = ctx.clock.now()
  const before = (ms: number): Date => new Date(now.getTime() - ms)
  const webhookTest = await claimWebhookTest(ctx.orm.em.fork(), { now, since: before(FRESH_MS), most: MAX_OF_ONE })
  if (!webhookTest) await endLostWebhookTests(ctx.orm.em.fork(), { now, until: before(LOST_AFTER_MS) })
  return webhookTest
}

/** Sends a claimed webhook test once, and records the outcome. */
export async function performWebhookTest(ctx: WebhookContext, webhookTest: WebhookTestEntity): Promise<void> {
  const { statusCode, problem, durationMs } = await send(ctx, webhookTest)
  const isAccepted = statusCode !== null && statusCode >= 200 && statusCode < 300
  await transaction(ctx, async (em) => {
    await endWebhookTest(em, {
      id: webhookTest.id,
      state: isAccepted ? 'delivered' : 'failed',
      lastStatusCode: statusCode,
      lastProblem: problem ?? null,
      lastDurationMs: Math.round(durationMs),
      endedAt: ctx.clock.now(),
    })
    queueNotification(em, { channel: 'webhook_test_ended', payload: webhookTest.id })
  })
}

async function send(ctx: WebhookContext, webhookTest: WebhookTestEntity) {
  const at = ctx.clock.now()
  const totalMs = LIMITS.totalMs - Math.max(0, at.getTime() - webhookTest.createdAt.getTime())
  if (totalMs <= 0) return { statusCode: null, problem: 'not_sent', durationMs: 0 }
  const endpoint = await findEndpointSecrets(ctx.orm.em.fork(), { id: webhookTest.endpointId, now: at })
  const secrets = endpoint && openSecrets(ctx, endpoint)
  if (!endpoint || !secrets) return { statusCode: null, problem: endpoint ? 'secret' : 'no_url', durationMs: 0 }
  const { id: deliveryId, eventId, type, body } = webhookTest
  const headers = signDelivery({ deliveryId, eventId, type, body, ...secrets, furtherHeaders: ctx.furtherSignatureHeaders }, at)
  return postGuarded({ url: endpoint.url, headers, body, allow: ctx.egress.allow }, { limits: { ...LIMITS, totalMs } })
}
