import type { SavedAnswer } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { ApiError } from '../wire/api-error.ts'

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

/** @throws {ApiError} of status 400 when a key is longer than the processor takes. */
export function checkKey(key: string): void {
  if (key.length > MAX_KEY)
    throw new ApiError(400, `Idempotency keys can be at most ${MAX_KEY} characters long.`, { type: 'idempotency_error' })
}
