import { EscrowMembers } from '@gateway/contract/escrows'
import { PayableMembers } from '@gateway/contract/payments'
import { INTERFACE_VERSION } from '@gateway/contract/wire/version'
import type { AnyTRPCRouter } from '@trpc/server'
import { documentRoute } from './http/documents/document.ts'
import { restProcedures } from './http/procedures/rest.ts'
import type { Route } from './http/route.ts'
import { byReference } from './openapi/by-reference.ts'
import { ERROR_SCHEMA, errorSchema } from './openapi/errors.ts'
import { headerComponents } from './openapi/headers.ts'
import { operationsOf } from './openapi/operations.ts'
import { plainPaths } from './openapi/plain.ts'
import { collect, type Components, type Description } from './openapi/schemas.ts'
import { sharingParts } from './openapi/shared-parts.ts'
import { EventMembers, webhooksOf } from './openapi/webhooks.ts'

const tags = [
  {
    name: 'accounts',
    description: 'A merchant account owns businesses. Its token acts for the merchant in person; servers use API keys instead.',
  },
  {
    name: 'businesses',
    description:
      'A business has wallets, a webhook endpoint, rules for its payments, and API keys. A merchant may have several businesses.',
  },
  {
    name: 'payments',
    description:
      'A payment asks one customer for one amount in one coin, at an address of its own. It is followed until the money is in your wallet.',
  },
  {
    name: 'escrows',
    description:
      'An escrow holds the money of one party until it is released to the other or goes back. Nobody needs an account: each party acts by a token of its own.',
  },
  {
    name: 'series',
    description: 'A series asks one customer for the same amount at every interval, each time by an escrow of its own.',
  },
  { name: 'rates', description: 'Prices of coins in fiat currencies: the median of several sources, which payments are quoted at.' },
  { name: 'service', description: 'Whether the gateway is up, and the description of its interface for programs.' },
  {
    name: 'webhooks',
    description:
      'Deliveries to your webhook URL, the answers of your receiver, and how to send a delivery again; and the feed of all events.',
  },
]

/** The description of the whole interface as OpenAPI 3.1, generated from the schemas that validate requests and answers; it repeats itself. */
export function describeApi(router: AnyTRPCRouter, origin: string): Description {
  const components: Components = new Map([[ERROR_SCHEMA, errorSchema]])
  for (const members of [EscrowMembers, EventMembers, PayableMembers]) collect(members, components)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const procedure of restProcedures(router)) {
    for (const { path, method, operation } of operationsOf(procedure, components)) paths[path] = { ...paths[path], [method]: operation }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Payment gateway',
      version: INTERFACE_VERSION,
      description: 'Create crypto payments, follow them, and receive the money in your own wallet.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags,
    paths: { ...paths, ...plainPaths(components) },
    webhooks: webhooksOf(components),
    components: {
      schemas: Object.fromEntries(components),
      headers: headerComponents,
      securitySchemes,
    },
  }
}

/** The description with everything that repeats itself written once, as it is served. */
export const servedDescription = (whole: Description): Description => sharingParts(byReference(whole))

/** Serves the API description. */
export const openApiRoute = (whole: Description): Route =>
  documentRoute({ path: '/openapi.json', text: async () => JSON.stringify(servedDescription(whole)) })

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key of a business, or the token of a signed-in merchant.' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key of a business.' },
} as const
