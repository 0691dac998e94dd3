import type { Place } from './route.ts'

const EXPOSED = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy'
const ALLOWED = 'Content-Type, Idempotency-Key, Last-Event-ID, X-Request-Id'
const DAY_SECONDS = 86_400

/** Headers that let pages of any origin read a public route, without credentials; other routes send none (Fetch standard, CORS). */
export const corsHeaders = (routes: readonly Place[]): Readonly<Record<string, string>> =>
  isPublic(routes) ? { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED } : {}

/** The further headers of a preflight answer. */
export const preflightHeaders = (routes: readonly Place[]): Readonly<Record<string, string>> =>
  isPublic(routes)
    ? {
        'Access-Control-Allow-Methods': allowedMethods(routes),
        'Access-Control-Allow-Headers': routes.some((route) => route.takesAuthorization) ? `Authorization, ${ALLOWED}` : ALLOWED,
        'Access-Control-Max-Age': String(DAY_SECONDS),
      }
    : {}

/** The value of `Allow`: every GET answers HEAD too, and every path answers OPTIONS. */
export function allowedMethods(routes: readonly Place[]): string {
  const methods: string[] = routes.map(({ method }) => method)
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

const isPublic = (routes: readonly Place[]): boolean => routes.some((route) => route.cors)
