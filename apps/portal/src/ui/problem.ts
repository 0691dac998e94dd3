import type { AppRouter } from '@gateway/api/router'
import { TRPCClientError } from '@trpc/client'

type ApiError = TRPCClientError<AppRouter>

const isApiError = (error: unknown): error is ApiError => error instanceof TRPCClientError

/** Something was given up before it was done; the message says why. */
export class GivenUp extends Error {}

/** What the server said, or that it did not answer. */
export function messageOf(error: unknown): string {
  if (error instanceof GivenUp) return error.message
  if (!isApiError(error)) return 'Something in this page failed. Load it again.'
  if (!error.data) return 'The server did not answer. Check your connection.'
  return refusalOf(error)?.error ?? error.message
}

/** The code of a refusal, such as `CONFIRMATION_REQUIRED`. */
export const codeOf = (error: unknown): string | undefined => (isApiError(error) ? refusalOf(error)?.code : undefined)

/** The request that failed, for a question to the operator. */
export const requestIdOf = (error: unknown): string | undefined => (isApiError(error) ? refusalOf(error)?.request_id : undefined)

/** The fault of each member of the request. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  const details: unknown = isApiError(error) ? refusalOf(error)?.details : undefined
  return Object.fromEntries((Array.isArray(details) ? details : []).flatMap(readDetail))
}

function readDetail(detail: unknown): [string, string][] {
  if (typeof detail !== 'object' || detail === null || !('field' in detail) || !('message' in detail)) return []
  return [[String(detail.field), String(detail.message)]]
}

const refusalOf = (error: ApiError) => error.data?.refusal

const SERVER_ERROR = 500

/** True for a refusal, which a repetition would not change, and for what was given up; with a status, only for that one. */
export function isFinal(error: unknown, status?: number): boolean {
  if (error instanceof GivenUp) return status === undefined
  const told = isApiError(error) ? error.data?.httpStatus : undefined
  if (told === undefined) return false
  return status === undefined ? told < SERVER_ERROR : told === status
}
