import type { z } from 'zod'
import { type Call, route, type Route } from '../server/route.ts'
import { createId } from '../state/ids.ts'
import { nowOf } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { AccountLinkCreateParams } from './account-params.ts'
import { accountAt } from './accounts.ts'

const LIFE_SECONDS = 300

/** Links to the onboarding page. */
export const accountLinkRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/account_links',
    permission: 'account_links:write',
    params: AccountLinkCreateParams,
    handle: createLink,
  }),
]

function createLink({ world, params: sent }: Call<z.output<typeof AccountLinkCreateParams>>): object {
  const { id: account } = accountAt(world, sent.account)
  const { refresh_url: refreshUrl, return_url: returnUrl } = sent
  if (!refreshUrl) throw invalidRequest('Missing required param: refresh_url.', { code: 'parameter_missing', param: 'refresh_url' })
  if (!returnUrl) throw invalidRequest('Missing required param: return_url.', { code: 'parameter_missing', param: 'return_url' })
  const created = nowOf(world)
  const [token, page] = [createId('link'), createId('link')]
  const expiresAt = created + LIFE_SECONDS
  world.state.onboardingLinks[token] = { account, expiresAt, refreshUrl, returnUrl, used: false, page }
  world.changed()
  return { object: 'account_link', created, expires_at: expiresAt, url: `${world.url}/setup/e/${account}/${token}` }
}
