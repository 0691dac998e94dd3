import type { ApiContext } from './context.ts'
import type { Notifications } from './notifications.ts'

const ANSWER_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 1_000

/** The notification that a role publishes when it has answered, and how long it is waited for: ten seconds, unless another time is named. */
interface Awaited extends Notifications {
  readonly withinMs?: number
}

/**
 * Waits for what another role writes into a row.
 *
 * @param of - what the role publishes when it has.
 * @param read - the answer, once the row has it.
 * @returns undefined when there was none in time; the row will have it later.
 */
export async function awaitAnswer<Answer>(
  ctx: Pick<ApiContext, 'hear'>,
  { withinMs = ANSWER_TIMEOUT_MS, ...of }: Awaited,
  read: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const endsAt = performance.now() + withinMs
  for (;;) {
    const leftMs = endsAt - performance.now()
    const heard = ctx.hear({ ...of, ms: Math.max(1, Math.min(POLL_INTERVAL_MS, leftMs)) })
    const answer = await read()
    if (answer !== undefined || leftMs <= 0) return answer
    await heard
  }
}
