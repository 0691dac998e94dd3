import { findEndpointSecrets } from '@gateway/db/webhooks/circuit-queries'
import { claimTrial, endLostTrials, endTrial } from '@gateway/db/webhooks/trial-queries'
import type { TrialDeliveryEntity } from '@gateway/db/webhooks/trial-delivery.entity'
import { postGuarded } from '../egress/post-guarded.ts'
import { queueNotification } from '../kernel/notifications.ts'
import { transaction } from '../kernel/transaction.ts'
import type { WebhookContext } from './drain-endpoint.ts'
import { openSecrets } from './open-secrets.ts'
import { signDelivery } from './sign-delivery.ts'

// Whoever asked waits ten seconds: what is begun must end within them, and what nobody has begun is not begun any more.
const FRESH_MS = 8_000
const LIMITS = { connectMs: 5_000, totalMs: 9_000, answerBytes: 16 * 1024 } as const
const LOST_MS = 60_000
// A receiver that hangs holds its own trials up, and nobody else's.
const MOST_OF_ONE = 2

/** Takes the oldest trial that somebody has asked for just now; undefined when there is none whose receiver has not enough of them at once. */
export async function beginWebhookTest(ctx: WebhookContext): Promise<TrialDeliveryEntity | undefined> {
  const now = ctx.clock.now()
  const before = (ms: number): Date => new Date(now.getTime() - ms)
  const trial = await claimTrial(ctx.orm.em.fork(), { now, since: before(FRESH_MS), most: MOST_OF_ONE })
  if (!trial) await endLostTrials(ctx.orm.em.fork(), { now, until: before(LOST_MS) })
  return trial
}

/** Sends a trial that was taken, once, and writes how it went. */
export async function performWebhookTest(ctx: WebhookContext, trial: TrialDeliveryEntity): Promise<void> {
  const { statusCode, problem, durationMs } = await send(ctx, trial)
  const isAccepted = statusCode !== null && statusCode >= 200 && statusCode < 300
  await transaction(ctx, async (em) => {
    await endTrial(em, {
      id: trial.id,
      state: isAccepted ? 'delivered' : 'failed',
      lastStatusCode: statusCode,
      lastProblem: problem ?? null,
      lastDurationMs: Math.round(durationMs),
      endedAt: ctx.clock.now(),
    })
    queueNotification(em, { channel: 'trial_ended', payload: trial.id })
  })
}

async function send(ctx: WebhookContext, trial: TrialDeliveryEntity) {
  const at = ctx.clock.now()
  const totalMs = LIMITS.totalMs - Math.max(0, at.getTime() - trial.createdAt.getTime())
  if (totalMs <= 0) return { statusCode: null, problem: 'not_sent', durationMs: 0 }
  const endpoint = await findEndpointSecrets(ctx.orm.em.fork(), { id: trial.endpointId, now: at })
  const secrets = endpoint && openSecrets(ctx, endpoint)
  if (!endpoint || !secrets) return { statusCode: null, problem: endpoint ? 'secret' : 'no_url', durationMs: 0 }
  const { id: deliveryId, eventId, type, body } = trial
  const headers = signDelivery({ deliveryId, eventId, type, body, ...secrets, furtherHeaders: ctx.furtherSignatureHeaders }, at)
  return postGuarded({ url: endpoint.url, headers, body, allow: ctx.egress.allow }, { limits: { ...LIMITS, totalMs } })
}
