import { listWaitingEmails } from '@gateway/db/accounts/emails/email-queries'
import type { QueuedEmail } from '@gateway/domain/accounts/email'
import type { Context } from '../../kernel/context.ts'

const MOST = 100

/** The oldest hundred e-mails that are due and were not sent, without their facts and recipients. */
export const listQueuedEmails = (ctx: Pick<Context, 'orm' | 'clock'>): Promise<QueuedEmail[]> =>
  listWaitingEmails(ctx.orm.em.fork(), { at: ctx.clock.now(), most: MOST })
