import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { currentRequest } from '../store/oauth-request.ts'
import { requestedScopes, requireKnownScopes, requireRegisteredUri } from './requested-scopes.ts'

const { base, Check } = interactionPolicy

/**
 * When a user is asked: the library's own rules, but what the client has not registered (any more) is refused first, a sign-in counts only for
 * the user of the portal, public clients are asked like others, and `payments` always asks.
 */
export function promptPolicy() {
  const policy = base()
  const known = new Check('known_scopes', 'every scope has to be known', (ctx) => {
    requireRegisteredUri(ctx)
    requireKnownScopes(ctx)
    return Check.NO_NEED_TO_PROMPT
  })
  const consent = policy.get('consent')
  const login = policy.get('login')
  login?.checks.add(known, 0)
  login?.checks.add(new Check('other_user', 'the user of the portal is another one', 'login_required', isOtherUser))
  consent?.checks.remove('native_client_prompt')
  consent?.checks.add(new Check('payments_prompt', 'payments are allowed each time', 'consent_required', asksForPayments))
  return policy
}

/** A sign-in that was answered by one user may come back once another one is signed in to the portal. */
const isOtherUser = ({ oidc }: KoaContextWithOIDC): boolean =>
  oidc.session?.accountId === currentRequest().user?.subject ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT

const asksForPayments = (ctx: KoaContextWithOIDC): boolean =>
  requestedScopes(ctx).includes('payments') && !ctx.oidc.result?.consent ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
