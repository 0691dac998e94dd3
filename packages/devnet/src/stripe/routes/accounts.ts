import type { z } from 'zod'
import type { Account } from '../objects/account.ts'
import { type AccountTerms, newAccount } from '../objects/create-account.ts'
import { currencyOf } from '../objects/countries.ts'
import { mergeMetadata } from '../objects/metadata.ts'
import { emitEvent } from '../events/emit-event.ts'
import { type Call, idOf, route, type Route } from '../server/route.ts'
import { all, get, save, update } from '../state/store.ts'
import { PLATFORM, type World } from '../state/world.ts'
import { ApiError, invalidRequest } from '../wire/api-error.ts'
import { pageOf } from '../wire/list.ts'
import { listParams, params } from '../wire/params.ts'
import { AccountCreateParams, AccountUpdateParams } from './account-params.ts'

/** Accounts of API version 1. */
export const accountRoutes: readonly Route[] = [
  route({ method: 'POST', path: '/v1/accounts', permission: 'accounts:write', params: AccountCreateParams, handle: createAccount }),
  route({ method: 'GET', path: '/v1/accounts', permission: 'accounts:read', params: listParams({}), handle: listAccounts }),
  route({
    method: 'GET',
    path: '/v1/account',
    permission: 'accounts:read',
    params: params({}),
    handle: ({ world, account }) => get(world, { kind: 'account' }, account),
  }),
  route({
    method: 'GET',
    path: '/v1/accounts/:id',
    permission: 'accounts:read',
    params: params({}),
    handle: (call) => accountAt(call.world, idOf(call)),
  }),
  route({ method: 'POST', path: '/v1/accounts/:id', permission: 'accounts:write', params: AccountUpdateParams, handle: updateAccount }),
]

/**
 * The account of an id.
 * @throws {ApiError} of status 403 when there is none: the processor does not tell apart what is missing and what is another's.
 */
export function accountAt(world: World, id: string): Account {
  const found = all(world, { kind: 'account' }).find((account) => account.id === id)
  if (!found)
    throw new ApiError(403, `The provided key does not have access to account '${id}' (or that account does not exist).`, {
      code: 'account_invalid',
    })
  return found
}

function createAccount({ world, params: sent }: Call<z.output<typeof AccountCreateParams>>): Account {
  if (sent.type && sent.controller)
    throw invalidRequest('You may not provide the `type` parameter together with `controller`.', { param: 'type' })
  const account = newAccount(world, termsOf(sent))
  save(world, account.id, account)
  emitEvent(world, 'account.updated', account)
  return account
}

function termsOf(sent: z.output<typeof AccountCreateParams>): AccountTerms {
  const country = sent.country ?? 'US'
  const currency = currencyOf(country)
  if (!currency) throw invalidRequest(`Country '${country}' is not supported.`, { code: 'country_unsupported', param: 'country' })
  return {
    country,
    type: sent.type ?? 'none',
    ...(sent.controller && { controller: controllerOf(sent.controller) }),
    capabilities: requestedIn(sent.capabilities),
    email: sent.email ?? null,
    default_currency: sent.default_currency ?? currency,
    business_type: sent.business_type ?? null,
    business_profile: sent.business_profile ?? {},
    settings: sent.settings ?? {},
    metadata: mergeMetadata({}, sent.metadata),
  }
}

function controllerOf({
  fees,
  losses,
  requirement_collection,
  stripe_dashboard,
}: NonNullable<z.output<typeof AccountCreateParams>['controller']>) {
  return {
    fees: { payer: fees?.payer ?? 'account' },
    losses: { payments: losses?.payments ?? 'stripe' },
    requirement_collection: requirement_collection ?? 'stripe',
    stripe_dashboard: { type: stripe_dashboard?.type ?? 'full' },
  }
}

function requestedIn(capabilities: z.output<typeof AccountCreateParams>['capabilities']): readonly string[] {
  return Object.entries(capabilities ?? {}).flatMap(([name, wish]) => (wish?.requested ? [name] : []))
}

function updateAccount(call: Call<z.output<typeof AccountUpdateParams>>): Account {
  const { world, params: sent } = call
  const account = accountAt(world, idOf(call))
  const added = Object.fromEntries(
    requestedIn(sent.capabilities).map((name) => [name, account.details_submitted ? ('active' as const) : ('inactive' as const)]),
  )
  const updated = update(world, account, {
    ...(sent.email !== undefined && { email: sent.email }),
    ...(sent.business_type && { business_type: sent.business_type }),
    ...(sent.default_currency && { default_currency: sent.default_currency }),
    business_profile: { ...account.business_profile, ...sent.business_profile },
    settings: { ...account.settings, ...sent.settings },
    capabilities: { ...added, ...account.capabilities },
    metadata: mergeMetadata(account.metadata, sent.metadata),
  })
  emitEvent(world, 'account.updated', updated)
  return updated
}

function listAccounts({ world, params: query, path }: Call<z.output<ReturnType<typeof listParams<Record<never, never>>>>>) {
  return pageOf(
    path,
    all(world, { kind: 'account' }).filter(({ id }) => id !== PLATFORM),
    query,
  )
}
