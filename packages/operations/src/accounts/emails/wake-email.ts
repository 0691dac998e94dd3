import { wakeStoredEmail } from '@gateway/db/accounts/emails/email-queries'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'

/** Makes an e-mail due that was queued for a moment which nobody knew then; one that was sent or given up stays as it is. */
export const wakeEmail = (em: Em, { clock }: Pick<Context, 'clock'>, id: string): Promise<void> =>
  wakeStoredEmail(em, { id, now: clock.now() })
