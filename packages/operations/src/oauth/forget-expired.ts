import { forgetArtifacts, forgetSuccessors } from '@gateway/db/oauth/artifact-queries'
import { forgetGrants } from '@gateway/db/oauth/grant-queries'
import { forgetKeys } from '@gateway/db/oauth/key-queries'
import type { OauthContext } from './oauth-context.ts'
import { GRACE_MS } from './store/grace.ts'

/**
 * Deletes codes, tokens, grants and keys that count no longer, and successors whose grace is over. Each is tried, whatever befalls the others, and
 * one after the other, because an artifact goes with its grant too.
 *
 * @throws {AggregateError} of all that failed.
 */
export async function forgetExpired(ctx: Pick<OauthContext, 'orm' | 'clock'>): Promise<void> {
  const until = ctx.clock.now()
  const failures: unknown[] = []
  const tried = (work: Promise<void>): Promise<void> => work.catch((failure: unknown) => void failures.push(failure))
  await tried(forgetArtifacts(ctx.orm.em.fork(), { until }))
  await tried(forgetSuccessors(ctx.orm.em.fork(), { until: new Date(until.getTime() - GRACE_MS) }))
  await tried(forgetGrants(ctx.orm.em.fork(), { until }))
  await tried(forgetKeys(ctx.orm.em.fork(), { until }))
  if (failures.length > 0) throw new AggregateError(failures, 'something expired was not forgotten')
}
