import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createId } from '../state/ids.ts'
import type { ApiFault, World } from '../state/world.ts'
import { API_VERSION } from '../state/world.ts'
import { ApiError } from '../wire/api-error.ts'
import { expandAll } from '../wire/expand.ts'
import type { FormParams } from '../wire/form.ts'
import { type Answer, jsonAnswer } from './answer.ts'
import { accountOf, checkPermission, checkVersion, keyOf, maskKey, textOf } from './authorize.ts'
import { faultAnswers, type Stalls, takeFault, waitAs } from './faults.ts'
import { checkKey, claimKey, type KeyUse } from './idempotency.ts'
import type { StripeKey } from './permissions.ts'
import { presentId } from './present.ts'
import { readParams, type SentParams } from './read-body.ts'
import type { LoggedRequest } from './request-log.ts'
import { matchRoute, type Route } from './route.ts'

/** What answers requests to the API. */
export interface Api {
  readonly world: World
  readonly routes: readonly Route[]
  readonly keys: readonly StripeKey[]
  readonly requests: LoggedRequest[]
  readonly inFlight: Set<string>
  readonly stalls: Stalls
}

/** Answers a request to `/v1/…`, and logs it; 'close' means that the connection ends without an answer. */
export async function handleCall(api: Api, request: IncomingMessage, url: URL): Promise<Answer | 'close'> {
  const sent = await readParams(request, url).catch(failed)
  const logged = logRequest(api, request, { url, form: sent instanceof ApiError ? '' : sent.form })
  try {
    if (sent instanceof ApiError) throw sent
    return settle(logged, await answerCall(api, { request, url, sent, logged }))
  } catch (error) {
    return settle(logged, answerOf(failed(error), logged))
  }
}

interface Incoming {
  readonly request: IncomingMessage
  readonly url: URL
  readonly sent: SentParams
  readonly logged: LoggedRequest
}

interface Prepared {
  readonly run: () => unknown
  readonly account: string
  readonly key: StripeKey
  readonly logged: LoggedRequest
  readonly expand: readonly string[]
}

interface Work extends Prepared {
  readonly use: KeyUse | undefined
  readonly fault: ApiFault | undefined
}

async function answerCall(api: Api, incoming: Incoming): Promise<Answer | 'close'> {
  const prepared = prepare(api, incoming)
  const { logged } = incoming
  const use = keyUseOf(incoming, prepared.account)
  const saved = use && claimKey(api.world, api.inFlight, use)
  const fault = takeFault(api.world, logged.method, logged.path)
  logged.fault = fault && `${fault.answer} ${fault.moment}`
  const work = { ...prepared, use, fault }
  // The way back can also fail for an answer that is repeated.
  if (saved) return afterwards(api, work, replay(saved, logged))
  try {
    return await carryOut(api, work)
  } finally {
    if (use) api.inFlight.delete(use.id)
  }
}

/** Everything that refuses a request before it is carried out; such an answer is not saved under its key. */
function prepare({ world, routes, keys }: Api, { request, url, sent, logged }: Incoming): Prepared {
  const key = keyOf(request.headers, keys)
  const account = accountOf(world, request.headers, key)
  const match = matchRoute(routes, logged.method, url.pathname)
  if (!match) throw new ApiError(404, `Unrecognized request URL (${logged.method}: ${url.pathname}).`)
  checkPermission(key, match.route.permission)
  checkVersion(request.headers)
  const handle = match.route.prepare(sent.params)
  const run = () => handle({ world, account, ids: match.ids, path: url.pathname })
  return { run, account, key, logged, expand: expandedOf(sent.params) }
}

function expandedOf({ expand }: FormParams): readonly string[] {
  return Array.isArray(expand) ? expand.filter((path): path is string => typeof path === 'string') : []
}

function keyUseOf({ sent, logged }: Incoming, account: string): KeyUse | undefined {
  const { idempotencyKey: key, method, path } = logged
  if (key === undefined || method !== 'POST') return undefined
  checkKey(key)
  return { id: `${account} ${key}`, request: `${method} ${path} ${JSON.stringify(sent.params)}` }
}

async function carryOut(api: Api, work: Work): Promise<Answer | 'close'> {
  const { world, stalls } = api
  const { use, fault, logged } = work
  if (world.behaviour.answerMs > 0) await pause(world.behaviour.answerMs)
  if (fault?.moment !== 'before') return afterwards(api, work, kept(world, { answer: execute(world, work), use, logged, isSaved: true }))
  await waitAs(fault, stalls)
  const early = faultAnswers[fault.answer]
  return early
    ? kept(world, { answer: early, use, logged, isSaved: fault.sticky ?? false })
    : kept(world, { answer: execute(world, work), use, logged, isSaved: true })
}

/** What arrives of an answer. */
async function afterwards({ world, stalls }: Api, { fault, use, logged }: Work, answer: Answer): Promise<Answer | 'close'> {
  if (!fault) return answer
  await waitAs(fault, stalls)
  const lost = faultAnswers[fault.answer]
  return lost ? kept(world, { answer: lost, use, logged, isSaved: fault.sticky ?? false }) : answer
}

function execute(world: World, { run, account, key, logged, expand }: Prepared): Answer {
  world.request = { id: logged.id, idempotencyKey: logged.idempotencyKey ?? null }
  try {
    const result = expandAll(run(), expand, (id) => presentId(world, { account, id, key }))
    logged.executed = true
    return jsonAnswer(200, result, headersOf(logged))
  } catch (error) {
    return answerOf(failed(error), logged)
  } finally {
    world.request = undefined
  }
}

interface Kept<Result> {
  readonly answer: Result
  readonly use: KeyUse | undefined
  readonly logged: LoggedRequest
  readonly isSaved: boolean
}

/** Saves an answer under its idempotency key. */
function kept<Result extends Answer | 'close'>(world: World, { answer, use, logged, isSaved }: Kept<Result>): Result {
  if (!use || !isSaved || answer === 'close') return answer
  world.state.answers[use.id] = {
    request: use.request,
    requestId: logged.id,
    status: answer.status,
    body: answer.body,
    savedAt: Date.now(),
  }
  world.changed()
  return answer
}

function replay({ status, body, requestId }: World['state']['answers'][string], logged: LoggedRequest): Answer {
  logged.replayed = true
  const headers = { ...headersOf(logged), 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true', 'Original-Request': requestId }
  return { status, body, headers }
}

const answerOf = (error: ApiError, logged: LoggedRequest): Answer => jsonAnswer(error.status, error.body, headersOf(logged))

const headersOf = ({ id, idempotencyKey }: LoggedRequest) => ({
  'Request-Id': id,
  'Stripe-Version': API_VERSION,
  ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
})

/** A defect of the double is an error of the processor for its client. */
const failed = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(500, `The double failed: ${String(error)}`, { type: 'api_error' })

function settle(logged: LoggedRequest, answer: Answer | 'close'): Answer | 'close' {
  logged.status = answer === 'close' ? undefined : answer.status
  return answer
}

function logRequest(
  { requests }: Api,
  { headers, method = '' }: IncomingMessage,
  { url, form }: { readonly url: URL; readonly form: string },
): LoggedRequest {
  const key = textOf(headers.authorization)
  const logged: LoggedRequest = {
    id: createId('request'),
    at: new Date().toISOString(),
    method,
    path: url.pathname,
    key: key && maskKey(key.replace(/^\w+ /, '')),
    account: textOf(headers['stripe-account']),
    idempotencyKey: textOf(headers['idempotency-key']),
    version: textOf(headers['stripe-version']),
    form,
    status: undefined,
    replayed: false,
    executed: false,
    fault: undefined,
  }
  requests.push(logged)
  return logged
}
