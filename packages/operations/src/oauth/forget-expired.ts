import { forgetArtifacts } from '@gateway/db/oauth/artifact-queries'
import { forgetGrants } from '@gateway/db/oauth/grant-queries'
import { forgetKeys } from '@gateway/db/oauth/key-queries'
import type { OauthContext } from './oauth-context.ts'
import { GRACE_MS } from './store/grace.ts'

/** Deletes codes, tokens, grants and keys that count no longer, and successors whose grace is over. */
export async function forgetExpired(ctx: OauthContext): Promise<void> {
  const until = ctx.clock.now()
  const em = ctx.orm.em.fork()
  await forgetArtifacts(em, { until, graceUntil: new Date(until.getTime() - GRACE_MS) })
  await forgetGrants(em, { until })
  await forgetKeys(em, { until })
}
