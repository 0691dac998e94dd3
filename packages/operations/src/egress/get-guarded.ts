import { type EgressLimits, type EgressWiring, type GuardedOutcome, type GuardedRequest, requestGuarded } from './guarded-request.ts'

/** A response with its body as text; empty where there was none, or more than the limit. */
export interface GuardedText extends Omit<GuardedOutcome, 'body'> {
  readonly body: string
}

/** Somebody waits for the answer, so it is awaited for less long than a webhook. */
const LIMITS: EgressLimits = { connectMs: 3_000, totalMs: 5_000, answerBytes: 16 * 1024 }

/** Reads a text from a public host. A redirect is an answer like any other, and is not followed. */
export async function getGuarded(request: Omit<GuardedRequest, 'method' | 'body'>, wiring: EgressWiring = {}): Promise<GuardedText> {
  const { body, ...outcome } = await requestGuarded({ ...request, method: 'GET' }, { limits: LIMITS, ...wiring })
  return { ...outcome, body: body?.toString('utf8') ?? '' }
}
