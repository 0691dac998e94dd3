import { EscrowMembers } from '@gateway/contract/escrows'
import { PayableMembers } from '@gateway/contract/payments'
import { INTERFACE_VERSION } from '@gateway/contract/wire/version'
import type { AnyTRPCRouter } from '@trpc/server'
import { documentRoute } from './http/documents/document.ts'
import { restProcedures } from './http/procedures/rest.ts'
import type { ApiRoom } from './http/room.ts'
import type { Route } from './http/route.ts'
import { byReference } from './openapi/by-reference.ts'
import { ERROR_SCHEMA, errorSchema } from './openapi/errors.ts'
import { headerComponents } from './openapi/headers.ts'
import { operationsOf } from './openapi/operations.ts'
import { plainPaths } from './openapi/plain.ts'
import { collect, type Components, type Description } from './openapi/schemas.ts'
import { sharingParts } from './openapi/shared-parts.ts'
import { EventMembers, webhooksOf } from './openapi/webhooks.ts'
import { rooms } from './rooms.ts'

const service = { name: 'service', description: 'Whether the gateway is up, and the description of its interface for programs.' }

/** A tag for each room that has operations with an address. */
const tags = [...Object.entries<ApiRoom>(rooms).flatMap(([name, { about }]) => (about ? [{ name, description: about }] : [])), service]

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
  oauth: {
    type: 'oauth2',
    description: 'The access token of an app, which acts for all businesses of the user that has signed in to it.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: { payments: 'Create and read payments.' },
      },
    },
  },
} as const
