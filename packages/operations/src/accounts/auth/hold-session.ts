import { holdLiveSession } from '@gateway/db/accounts/session-queries'
import type { Em } from '@gateway/db/orm'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { Context } from '../../kernel/context.ts'

/** Lets a session of a merchant end only after the caller's transaction. @returns false when it has ended. */
export const holdSession = (
  em: Em,
  ctx: Pick<Context, 'clock'>,
  { merchantId, sessionId }: { merchantId: MerchantId; sessionId: string },
): Promise<boolean> => holdLiveSession(em, { merchantId, sessionId, at: ctx.clock.now() })
