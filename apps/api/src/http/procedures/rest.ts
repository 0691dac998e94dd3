import { type AnyTRPCProcedure, type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server'
import { parse } from 'node:querystring'
import { snakeCase } from '@gateway/contract/wire/names'
import type { z } from 'zod'
import { contextOf, type ServerContext } from '../../context.ts'
import type { ProcedureMeta, RestMeta } from '../../trpc.ts'
import { wrap } from './envelope.ts'
import { readJsonObject } from '../bodies/read-json.ts'
import { hasParts, readParts } from '../bodies/read-parts.ts'
import type { ApiRequest, Route } from '../route.ts'

/** A procedure with a REST address. */
export interface RestProcedure {
  readonly name: string
  readonly type: 'query' | 'mutation'
  readonly rest: RestMeta
  readonly auth: ProcedureMeta['auth']
  /** Apps with the scope `payments` may call it. */
  readonly opensToApps: boolean
  readonly input: z.ZodType | undefined
  readonly output: z.ZodType | undefined
}

type Members = Readonly<Record<string, unknown>>

const MAX_QUERY_MEMBERS = 100

/** Every procedure with a REST address, in the order of the router. */
export function restProcedures(router: AnyTRPCRouter): RestProcedure[] {
  return Object.entries<AnyTRPCProcedure>(router._def.procedures).flatMap(([name, procedure]) => {
    const { meta, type, inputs, output } = definitionOf(procedure)
    return meta?.rest
      ? [{ name, type, rest: meta.rest, auth: meta.auth, opensToApps: meta.opensToApps ?? false, input: inputs[0], output }]
      : []
  })
}

/** Every address of a procedure, the main one first. */
export const placesOf = (rest: RestMeta): readonly Pick<RestMeta, 'method' | 'path'>[] => [rest, ...(rest.also ?? [])]

/** The REST routes of a router: each procedure at all its addresses, executed as over RPC. */
export function restRoutes(router: AnyTRPCRouter, server: ServerContext): Route[] {
  return restProcedures(router).flatMap((procedure) =>
    placesOf(procedure.rest).map((place) => ({
      method: methods[place.method],
      path: place.path,
      cors: procedure.rest.cors ?? false,
      isCounted: true,
      answer: async (request) => {
        const answer = (await call(router, server, { procedure, request })) as Members
        const body = JSON.stringify(wrap(answer, procedure.rest))
        return { status: statusOf(answer, procedure.rest), body, headers: cachingOf(procedure.rest) }
      },
    })),
  )
}

const statusOf = (answer: Members, { status, existing }: RestMeta): number =>
  existing !== undefined && answer[existing] === true ? 200 : (status ?? 200)

const cachingOf = ({ maxAgeSeconds }: RestMeta): Readonly<Record<string, string>> =>
  maxAgeSeconds === undefined ? {} : { 'Cache-Control': `public, max-age=${maxAgeSeconds}` }

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const

/** The body is read only when the procedure needs its input, after the credential check. */
function call(
  router: AnyTRPCRouter,
  server: ServerContext,
  { procedure, request }: { procedure: RestProcedure; request: ApiRequest },
): Promise<unknown> {
  const { message, params, search } = request
  const isRead = message.method === 'GET' || message.method === 'HEAD'
  const body = readOnce(() => (procedure.rest.takesFiles && hasParts(message) ? readParts(message) : readJsonObject(message)))
  const sent = async () => (isRead ? parse(search, '&', '=', { maxKeys: MAX_QUERY_MEMBERS }) : body())
  return callTRPCProcedure({
    router,
    path: procedure.name,
    type: procedure.type,
    ctx: contextOf(server, request),
    getRawInput: async () => ({ ...withoutPathNames(await sent(), procedure.rest), ...params }),
    signal: undefined,
    batchIndex: 0,
  })
}

/** A path parameter of any address is accepted in the path only: elsewhere it is an ignored member. */
function withoutPathNames(sent: Members, rest: RestMeta): Members {
  const isInPath = (name: string): boolean => placesOf(rest).some(({ path }) => path.includes(`{${snakeCase(name)}}`))
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isInPath(name)))
}

/** A body can be read once, but several readers need it. */
function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => (answer ??= read())
}

interface ProcedureDefinition {
  readonly meta?: ProcedureMeta
  readonly type: 'query' | 'mutation'
  readonly inputs: readonly z.ZodType[]
  readonly output?: z.ZodType
}

/** tRPC has a procedure's definition at run time but only part of it in its types; `openapi.test.ts` would detect a change. */
const definitionOf = (procedure: AnyTRPCProcedure): ProcedureDefinition => procedure._def as unknown as ProcedureDefinition
