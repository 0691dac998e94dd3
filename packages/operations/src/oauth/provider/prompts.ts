import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { requestedScopes, requireKnownScopes } from './requested-scopes.ts'

const { base, Check } = interactionPolicy

/** When a user is asked: the library's own rules, but an unknown scope is refused first, public clients are asked like others, and `payments` always asks. */
export function promptPolicy() {
  const policy = base()
  const known = new Check('known_scopes', 'every scope has to be known', (ctx) => {
    requireKnownScopes(ctx)
    return Check.NO_NEED_TO_PROMPT
  })
  const consent = policy.get('consent')
  policy.get('login')?.checks.add(known, 0)
  consent?.checks.remove('native_client_prompt')
  consent?.checks.add(new Check('payments_prompt', 'payments are allowed each time', 'consent_required', asksForPayments))
  return policy
}

const asksForPayments = (ctx: KoaContextWithOIDC): boolean =>
  requestedScopes(ctx).includes('payments') && !ctx.oidc.result?.consent ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
