import { listWaitingEmails } from '@gateway/db/accounts/email-queries'
import type { QueuedEmail } from '@gateway/domain/accounts/email'
import type { Context } from '../../kernel/context.ts'

const MOST = 100

/** The oldest hundred e-mails that wait to be sent, without their facts and recipients. */
export const listQueuedEmails = (ctx: Pick<Context, 'orm'>): Promise<QueuedEmail[]> => listWaitingEmails(ctx.orm.em.fork(), { most: MOST })
