import { BEGINNING } from '@gateway/db/kernel/page'
import { findLastingSends } from '@gateway/db/lightning/payment-queries'
import type { Context } from '../../kernel/context.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { startSend } from '../lifecycle/workflow-messages.ts'

const STARTED_AT_ONCE = 500

/** Starts the run of every pending send that had one, because all runs were lost. @returns how many there are. */
export async function restartSends(ctx: Context): Promise<number> {
  let restarted = 0
  for (let after = BEGINNING; ;) {
    const em = ctx.orm.em.fork()
    const page = await findLastingSends(em, { after, limit: STARTED_AT_ONCE })
    await enqueue(em, ctx, page.map(startSend))
    restarted += page.length
    const last = page.at(-1)
    if (!last || page.length < STARTED_AT_ONCE) return restarted
    after = last.id
  }
}
