import { messageOf } from '@gateway/domain/kernel/error'
import type { WebhookContext } from '@gateway/operations/webhooks/drain-endpoint'
import { beginWebhookTest, performWebhookTest } from '@gateway/operations/webhooks/perform-webhook-test'
import type { Deps } from '../deps.ts'
import { recurring, rest, type RunningRole } from '../running-role.ts'

const AT_ONCE = 64
const POLL_INTERVAL_MS = 2_000
const AFTER_TROUBLE_MS = 1_000

/** Runs the webhook tests requested by merchants, concurrently: each takes as long as its receiver. */
export function openWebhookTests(deps: Pick<Deps, 'news'>, ctx: WebhookContext): RunningRole {
  const underWay = new Set<Promise<void>>()
  const beginning = recurring(0, async (stopping) => {
    try {
      await beginNext(deps, ctx, underWay)
    } catch (error) {
      warn(ctx, error)
      await rest(AFTER_TROUBLE_MS, stopping)
    }
  })
  const run = async (): Promise<void> => {
    await beginning.run()
    await Promise.all(underWay)
  }
  return { run, stop: () => beginning.stop() }
}

/** Starts the next webhook test, or waits until one is possible. */
async function beginNext({ news }: Pick<Deps, 'news'>, ctx: WebhookContext, underWay: Set<Promise<void>>): Promise<void> {
  const heard = news.next({ channel: 'webhook_test', ms: POLL_INTERVAL_MS })
  const webhookTest = underWay.size < AT_ONCE ? await beginWebhookTest(ctx) : undefined
  // An ended test allows the next one of its receiver.
  if (!webhookTest) return Promise.race([heard, ...underWay])
  const work = performWebhookTest(ctx, webhookTest).catch((error: unknown) => warn(ctx, error))
  underWay.add(work)
  void work.then(() => underWay.delete(work))
}

const warn = ({ log }: WebhookContext, error: unknown): void =>
  log.warn({ role: 'webhooks', problem: messageOf(error) }, 'webhook test failed, continuing')
