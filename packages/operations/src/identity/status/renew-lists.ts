import { markStatusListsDue } from '@gateway/db/identity/status-list-queries'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'

/** Has the issuer sign every status list again. @returns how many there are. */
export const renewStatusLists = (ctx: Pick<Context, 'orm' | 'ids'>): Promise<number> =>
  transaction(ctx, async (em) => {
    queueNotification(em, { channel: 'issuer_due', payload: '' })
    return markStatusListsDue(em)
  })
