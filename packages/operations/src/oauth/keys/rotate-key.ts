import { turnKeys } from '@gateway/db/oauth/key-queries'
import type { OperatorName } from '@gateway/domain/accounts/operator'
import { InvalidState } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

/** How long an ID token counts, in seconds. */
export const ID_TOKEN_SECONDS = 60 * 60
/** Processes of the api may sign with the former key for some seconds more, and clocks differ. */
const SLACK_MS = 10 * 60 * 1_000

/**
 * Lets the next key sign ID tokens; the former one is published until its last token has expired. Each process of the api turns over within
 * seconds and makes another next key.
 *
 * @returns the id of the key that signs now.
 * @throws {InvalidState} while there is no next key: the api has not made it yet.
 */
export function rotateKey(ctx: Pick<Context, 'orm' | 'ids' | 'clock'>, { by }: { by: OperatorName }): Promise<string> {
  return transaction(ctx, async (em) => {
    const kid = await turnKeys(em, { until: new Date(ctx.clock.now().getTime() + ID_TOKEN_SECONDS * 1_000 + SLACK_MS) })
    if (kid === undefined) throw new InvalidState('without a next key', 'wait until a running api has made it')
    await writeAuditEntry(em, ctx, { actor: by, action: 'oauth_key.rotate', subjectId: kid, details: {} })
    return kid
  })
}
