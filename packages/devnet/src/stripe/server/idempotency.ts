import type { SavedAnswer } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { ApiError } from '../wire/api-error.ts'
import type { FormParams } from '../wire/form.ts'
import type { Answer } from './answer.ts'
import { headersOf } from './answer-of.ts'
import type { Incoming } from './prepare-call.ts'
import type { LoggedRequest } from './request-log.ts'

const KEPT_MS = 24 * 3_600_000
const MAX_KEY = 255

/** An idempotency key of an account, and the request that it is used for. */
export interface KeyUse {
  /** Unique across accounts. */
  readonly id: string
  /** Method, path and parameters as sent. */
  readonly request: string
}

/**
 * The idempotency key of a request that changes something; undefined when it has none.
 * @throws {ApiError} of status 400 when it is longer than the processor takes.
 */
export function keyUseOf({ sent, logged }: Incoming, account: string): KeyUse | undefined {
  const { idempotencyKey: key, method, path } = logged
  if (key === undefined || method !== 'POST') return undefined
  checkKey(key)
  return { id: `${account} ${key}`, request: `${method} ${path} ${inOrder(sent.params)}` }
}

/** The order of parameters does not count. */
const inOrder = (sent: FormParams): string =>
  JSON.stringify(sent, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/**
 * The saved answer of a key; without one, the key is now in flight.
 * @throws {ApiError} of status 409 when another request with it is in flight, 400 when the key stands for another request.
 */
export function claimKey(world: World, inFlight: Set<string>, { id, request }: KeyUse): SavedAnswer | undefined {
  if (inFlight.has(id)) throw new ApiError(409, 'There is currently another in-progress request using this idempotency key.', inUse)
  const saved = world.state.answers[id]
  if (saved && Date.now() - saved.savedAt < KEPT_MS) {
    if (saved.request !== request) throw new ApiError(400, otherParameters, { type: 'idempotency_error' })
    return saved
  }
  inFlight.add(id)
  return undefined
}

const inUse = { type: 'invalid_request_error', code: 'idempotency_key_in_use' } as const

const otherParameters = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'

/** An answer, and whether its key keeps it. */
interface StorableAnswer<Result> {
  readonly answer: Result
  readonly use: KeyUse | undefined
  readonly logged: LoggedRequest
  readonly isSaved: boolean
}

/** Saves an answer under its idempotency key. */
export function storeAnswer<Result extends Answer | 'close'>(
  world: World,
  { answer, use, logged, isSaved }: StorableAnswer<Result>,
): Result {
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

/** The answer of an earlier request, again. */
export function replay({ status, body, requestId }: SavedAnswer, logged: LoggedRequest): Answer {
  logged.replayed = true
  const headers = { ...headersOf(logged), 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true', 'Original-Request': requestId }
  return { status, body, headers }
}

/** @throws {ApiError} of status 400 when a key is longer than the processor takes. */
function checkKey(key: string): void {
  if (key.length > MAX_KEY)
    throw new ApiError(400, `Idempotency keys can be at most ${MAX_KEY} characters long.`, { type: 'idempotency_error' })
}
