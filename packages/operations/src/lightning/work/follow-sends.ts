import { markLastingSends } from '@gateway/db/lightning/attempt-queries'
import { transaction } from '../../kernel/transaction.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'
import { startSend } from '../lifecycle/workflow-messages.ts'

const LASTS_MS = 1_000

/** Starts the workflow of every send that has been pending for a second: most have ended by then, and need none. */
export async function followSends(ctx: PayContext): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() - LASTS_MS)
  await transaction(ctx, async (em) => {
    const lasting = await markLastingSends(em, { until })
    await enqueue(em, ctx, lasting.map(startSend))
  })
}
