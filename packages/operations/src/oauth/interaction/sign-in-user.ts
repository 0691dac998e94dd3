import { decodeJwt } from 'jose'
import type { OauthContext } from '../oauth-context.ts'
import type { OpenInteraction } from './find-interaction.ts'
import type { SignedInUser } from './portal-user.ts'
import { isBackSince } from '../signed-out.ts'

const SECOND_MS = 1_000

interface Asked {
  readonly interaction: OpenInteraction
  readonly user: SignedInUser | undefined
  /** The cookie that an app's sign-out has left. */
  readonly signedOut: string | undefined
}

/** Signs the user of the portal in where that is enough. @returns where the browser goes on; undefined when the user has to sign in to the portal first. */
export async function signInUser(ctx: Pick<OauthContext, 'clock'>, { interaction, user, signedOut }: Asked): Promise<string | undefined> {
  if (!user || !isBackSince(signedOut, user) || !isEnough(ctx.clock.now(), interaction, user)) return undefined
  const ts = Math.floor(user.confirmedAt.getTime() / SECOND_MS)
  return interaction.answer({ login: { accountId: user.subject, ts } })
}

/** A client may ask for a new sign-in, for one that is not older than some seconds, or for the user of an ID token. */
function isEnough(now: Date, { prompt, beganAt }: OpenInteraction, user: SignedInUser): boolean {
  const { id_token_hint: hint, max_age: maxAge } = prompt.details
  if (typeof hint === 'string' && decodeJwt(hint).sub !== user.subject) return false
  if (user.confirmedAt >= beganAt) return true
  if (prompt.reasons.includes('login_prompt')) return false
  return maxAge === undefined || now.getTime() - user.confirmedAt.getTime() <= Number(maxAge) * SECOND_MS
}
