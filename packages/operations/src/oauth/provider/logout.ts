import type { CookiesSetOptions, KoaContextWithOIDC } from 'oidc-provider'
import { noteSignOut } from '../signed-out.ts'
import type { OauthContext } from '../oauth-context.ts'

type Next = () => Promise<void>

/** The form of a sign-out. */
export interface LogoutForm {
  readonly action: string
  readonly xsrf: string
  /** Where the browser goes on in the end, by the client's registration. */
  readonly leadsTo: URL | undefined
}

/** Draws the page that asks whether to sign out, around a form, and the one that says it is done. */
export interface LogoutPages {
  readonly ask: (request: KoaContextWithOIDC, form: LogoutForm) => void
  readonly done: (request: KoaContextWithOIDC) => void
}

/**
 * The page before a sign-out (OpenID Connect RP-Initiated Logout). A client that proves by an ID token whom it signs out is not asked.
 */
export const logoutSource =
  (ctx: OauthContext, { ask }: LogoutPages, cookie: CookiesSetOptions) =>
  async (request: KoaContextWithOIDC): Promise<void> => {
    const { entities, session } = request.oidc
    const subject = Object(entities.IdTokenHint)['payload']?.sub
    if (!session || subject !== session.accountId) return ask(request, formOf(request))
    const to = placeAfter(request)
    await forgetSession(request, session, cookie)
    noteSignOut(ctx, request)
    leave(request, to)
  }

/**
 * Without a user nothing is left to end, and neither the session nor the cookie stays that the library has made to ask; it would answer with a form
 * that a script sends, which our pages do not allow.
 */
export const skipEmptyLogout =
  (cookie: CookiesSetOptions) =>
  async (request: KoaContextWithOIDC, next: Next): Promise<void> => {
    await next()
    const { route, session } = request.oidc ?? {}
    if (route !== 'end_session' || !session || session.accountId !== undefined) return
    await forgetSession(request, session, cookie)
    if (request.status === 200) leave(request, placeAfter(request))
  }

type Session = NonNullable<KoaContextWithOIDC['oidc']['session']>

async function forgetSession({ cookies, oidc }: KoaContextWithOIDC, session: Session, cookie: CookiesSetOptions): Promise<void> {
  await session.destroy()
  cookies.set(oidc.provider.cookieName('session'), null, { ...cookie, overwrite: true })
}

interface LogoutState {
  readonly secret?: string
  readonly postLogoutRedirectUri?: string
  readonly state?: string
}

const stateOf = ({ oidc }: KoaContextWithOIDC): LogoutState => Object(oidc.session?.state)

function formOf(request: KoaContextWithOIDC): LogoutForm {
  const { secret, postLogoutRedirectUri: uri } = stateOf(request)
  const action = request.oidc.provider.pathFor('end_session_confirm')
  return { action, xsrf: String(secret), leadsTo: uri === undefined ? undefined : new URL(uri) }
}

function placeAfter(request: KoaContextWithOIDC): string {
  const { postLogoutRedirectUri: uri, state } = stateOf(request)
  if (uri === undefined) return request.oidc.provider.pathFor('end_session_success')
  const place = new URL(uri)
  if (state !== undefined) place.searchParams.set('state', state)
  return place.href
}

function leave(request: KoaContextWithOIDC, to: string): void {
  request.redirect(to)
  request.status = 303
}
