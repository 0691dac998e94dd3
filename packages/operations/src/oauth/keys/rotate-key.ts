import { lockNextKey, turnKeys } from '@gateway/db/oauth/key-queries'
import type { OperatorName } from '@gateway/domain/accounts/operator'
import { InvalidState } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

/** How long an ID token counts, in seconds. */
export const ID_TOKEN_SECONDS = 60 * 60
/** How long readers keep the published keys, in seconds. */
export const KEYS_KEPT_SECONDS = 60 * 60
/** Processes of the api may sign with the former key, and publish without the next one, for some seconds more, and clocks differ. */
const SLACK_MS = 10 * 60 * 1_000

/**
 * Lets the next key sign ID tokens; the former one is published until its last token has expired. Each process of the api turns over within
 * seconds and makes another next key.
 *
 * @returns the id of the key that signs now.
 * @throws {InvalidState} while there is no next key, because the api has not made it yet, and while some app may not have read it.
 */
export function rotateKey(ctx: Pick<Context, 'orm' | 'ids' | 'clock'>, { by }: { by: OperatorName }): Promise<string> {
  return transaction(ctx, async (em) => {
    const now = ctx.clock.now().getTime()
    const next = await lockNextKey(em)
    if (!next) throw new InvalidState('without a next key', 'wait until a running api has made it')
    const knownAt = new Date(next.createdAt.getTime() + KEYS_KEPT_SECONDS * 1_000 + SLACK_MS)
    if (now < knownAt.getTime())
      throw new InvalidState(`with a next key that apps may not know before ${knownAt.toISOString()}`, 'let the next key sign')
    const { kid } = next
    await turnKeys(em, { kid, until: new Date(now + ID_TOKEN_SECONDS * 1_000 + SLACK_MS) })
    await writeAuditEntry(em, ctx, { actor: by, action: 'oauth_key.rotate', subjectId: kid, details: {} })
    return kid
  })
}
