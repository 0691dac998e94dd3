import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OauthContext } from './oauth-context.ts'

/** As long as a session of the portal, which must not sign its user in again by itself. */
const KEPT_MS = 7 * 86_400_000

/** The cookie that says when an app last signed out the user of a browser. Over plain http a browser drops the prefix. */
export const signedOutCookie = ({ publicUrl }: Pick<OauthContext, 'publicUrl'>): string =>
  publicUrl.startsWith('https:') ? '__Host-oauth-signed-out' : 'oauth-signed-out'

/**
 * Lets a browser remember that an app has signed its user out. The session of the portal goes on, because an app does not end that; but the next
 * sign-in to an app asks for password, code or passkey again.
 */
export function noteSignOut(ctx: Pick<OauthContext, 'publicUrl' | 'clock'>, { cookies }: Pick<KoaContextWithOIDC, 'cookies'>): void {
  const secure = ctx.publicUrl.startsWith('https:')
  const attributes = { httpOnly: true, sameSite: 'lax', secure, signed: false, overwrite: true, maxAge: KEPT_MS } as const
  cookies.set(signedOutCookie(ctx), String(ctx.clock.now().getTime()), attributes)
}

/** True when a user has proved to be there since an app last signed out the user of this browser, by the text of the cookie. */
export const isBackSince = (signedOut: string | undefined, { confirmedAt }: { readonly confirmedAt: Date }): boolean =>
  signedOut === undefined || !(confirmedAt.getTime() <= Number(signedOut))
