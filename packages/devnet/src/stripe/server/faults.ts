import { setTimeout as pause } from 'node:timers/promises'
import { takeFault } from '../state/take-fault.ts'
import type { ApiFault, World } from '../state/world.ts'
import { ApiError } from '../wire/api-error.ts'
import { type Answer, htmlAnswer, jsonAnswer } from './answer.ts'

/** The next fault for a request, used up by it. */
export const takeApiFault = ({ behaviour }: World, method: string, path: string): ApiFault | undefined =>
  takeFault(
    behaviour.apiFaults,
    (fault) => (fault.method ?? method) === method && (fault.path === undefined || path.startsWith(fault.path)),
  )

/** Requests that wait for the control to let them go on. */
export interface Stalls {
  readonly release: () => void
  readonly released: () => Promise<void>
}

/** Creates the waiting room of stalled requests. */
export function createStalls(): Stalls {
  let gate = Promise.withResolvers<void>()
  return {
    release: () => {
      gate.resolve()
      gate = Promise.withResolvers<void>()
    },
    released: () => gate.promise,
  }
}

/** Waits as a fault asks; every other fault does not wait. */
export async function waitAs({ answer, ms = 1_000 }: ApiFault, stalls: Stalls): Promise<void> {
  if (answer === 'delay') await pause(ms)
  if (answer === 'stall') await stalls.released()
}

/** The answer of a fault: undefined for the true one, 'close' for none at all. */
export const faultAnswers: Readonly<Record<ApiFault['answer'], Answer | 'close' | undefined>> = {
  status_500: jsonAnswer(500, new ApiError(500, 'An unknown error occurred', { type: 'api_error' }).body),
  status_403: jsonAnswer(403, new ApiError(403, 'The key has no access to this account any more.', { code: 'account_invalid' }).body),
  status_404: jsonAnswer(404, new ApiError(404, 'No such object.', { code: 'resource_missing' }).body),
  status_429: jsonAnswer(429, new ApiError(429, 'Too many requests', { code: 'rate_limit' }).body),
  html_502: htmlAnswer(502, '<html><body><h1>502 Bad Gateway</h1></body></html>'),
  html_200: htmlAnswer(200, '<html><body><h1>Maintenance</h1></body></html>'),
  close: 'close',
  stall: undefined,
  delay: undefined,
}
