import type { AnyTRPCRouter } from '@trpc/server'
import { resolveResponse } from '@trpc/server/http'
import { contextOf, type RequestContext, type ServerContext } from '../../context.ts'
import type { ProcedureMeta } from '../../trpc.ts'
import { HttpRefusal, type Refusal } from '../errors/errors.ts'
import { recordRefusal } from '../errors/note-refusal.ts'
import type { MakeAnswer } from '../answering.ts'
import { readJson } from '../bodies/read-json.ts'
import { countRest } from '../limits/admission.ts'
import type { Answer, ApiRequest } from '../route.ts'

/** Path prefix of the RPC transport. */
export const RPC_PREFIX = '/trpc/'
const MAX_CALLS_IN_A_BATCH = 10

/** Answers RPC requests. */
export const rpcMaker =
  (router: AnyTRPCRouter, server: ServerContext): MakeAnswer =>
  async (request, exchange) => {
    const [path = ''] = (request.message.url ?? '').split('?')
    exchange.route = '/rpc'
    exchange.operations = operationsOf(router, path)
    const answer = await answerRpc({ router, path: path.slice(RPC_PREFIX.length) }, server, request)
    countRest(exchange)
    return answer
  }

/**
 * tRPC's adapters for Express and Node parse the body and answer themselves, so the layer below them is called: the body is read as for
 * REST, numbers stay exact, limits are the same, and unknown procedures are counted before the answer.
 */
async function answerRpc(
  { router, path }: { router: AnyTRPCRouter; path: string },
  server: ServerContext,
  request: ApiRequest,
): Promise<Answer> {
  const { message, search } = request
  if (message.method !== 'GET' && message.method !== 'POST') throw notServed
  const context = contextOf(server, request)
  const refusals: Refusal[] = []
  const response = await resolveResponse({
    router,
    path,
    req: await requestOf(message, search),
    error: null,
    createContext: async () => context,
    maxBatchSize: mayAskTogether(router, { names: proceduresIn(path), context }) ? MAX_CALLS_IN_A_BATCH : 1,
    onError: ({ error }) => void refusals.push(recordRefusal(server, request, error)),
  })
  const { status } = response
  const body = await response.text()
  const [first] = refusals
  if (!first) return { status, body }
  // The headers hold for the whole answer only where the whole answer has the same status.
  return { status, body, code: first.code, ...(first.status === status && { headers: first.headers ?? {} }) }
}

/** The operations of an RPC path, by method and template of their REST form; unknown names are omitted. */
export const operationsOf = (router: AnyTRPCRouter, path: string): string[] =>
  proceduresIn(path.slice(RPC_PREFIX.length))
    .flatMap((name) => proceduresOf(router)[name]?.meta?.rest ?? [])
    .map((rest) => `${rest.method.toUpperCase()} ${rest.path}`)

/** The procedures that tRPC finds in a path, which it decodes once before splitting; none in a malformed path. */
function proceduresIn(path: string): string[] {
  try {
    return decodeURIComponent(path).split(',')
  } catch {
    return []
  }
}

/**
 * True when a credential is presented and every named procedure checks it.
 * A portal batches several calls; public ones are not batched, because an unchecked header proves nothing.
 */
function mayAskTogether(router: AnyTRPCRouter, { names, context }: { names: readonly string[]; context: RequestContext }): boolean {
  const procedures = proceduresOf(router)
  return context.credential !== undefined && names.every((name) => procedures[name]?.meta?.auth !== undefined)
}

// Every procedure is created with this meta, see `trpc.ts`.
const proceduresOf = (router: AnyTRPCRouter): Readonly<Record<string, { readonly meta?: ProcedureMeta }>> => router._def.procedures

const notServed = new HttpRefusal({
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  message: 'Procedures are called with GET or POST',
  headers: { Allow: 'GET, POST' },
})

async function requestOf(message: ApiRequest['message'], search: string): Promise<Request> {
  const body = message.method === 'POST' ? await readJson(message) : undefined
  const url = `http://rpc.invalid${RPC_PREFIX}?${search}`
  const request = new Request(url, { method: message.method ?? 'GET', headers: { 'content-type': 'application/json' } })
  return Object.defineProperty(request, 'json', { value: async () => body })
}
