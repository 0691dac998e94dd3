import { type EgressWiring, type GuardedOutcome, type GuardedRequest, requestGuarded } from './guarded-request.ts'

/** A request to an untrusted host. */
export interface GuardedPost extends Omit<GuardedRequest, 'method'> {
  readonly body: string
}

/** The outcome of a request. `statusCode` is null when no response began; then `problem` says why. */
export interface GuardedAnswer extends Omit<GuardedOutcome, 'body'> {
  readonly durationMs: number
}

/** Sends one POST to a public host and reports the outcome. The response body is read and discarded. */
export async function postGuarded(post: GuardedPost, wiring: EgressWiring = {}): Promise<GuardedAnswer> {
  const startedAt = performance.now()
  const { body: _body, ...outcome } = await requestGuarded({ ...post, method: 'POST' }, wiring)
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
}
