import type { AppRouter } from '@gateway/api/router'
import { hashKey, MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { isFinal } from './ui/problem.ts'

export type { RouterInputs as Inputs, RouterOutputs as Outputs } from '@gateway/api/router'

const FRESH_MS = 5_000
const RETRIES = 2

/** Refusals are final: only what the server could not answer is asked again. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenRefused, onSuccess: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: askForSession }),
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: (failures, error) => failures < RETRIES && !isFinal(error) } },
})

/** Calls procedures; the session is a cookie that no script can read. Calls are not batched, so that one slow answer delays no other. */
export const api: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({
  links: [httpLink({ url: '/trpc', headers: ({ op }) => keyOf(op) })],
})

/** What makes a repeated call have its effect once. */
export const once = (idempotencyKey: string) => ({ context: { idempotencyKey } }) as const

function keyOf({ context }: { readonly context: Readonly<Record<string, unknown>> }): Record<string, string> {
  const { idempotencyKey } = context
  return typeof idempotencyKey === 'string' ? { 'idempotency-key': idempotencyKey } : {}
}

/** Options of queries and mutations for TanStack Query, by procedure. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient })

let isLeaving = false

/** Forgets everything that this session has read, and loads another page; a request refused meanwhile leads nowhere else. */
export function leaveTo(path: string): void {
  isLeaving = true
  queryClient.clear()
  location.assign(path)
}

/** A wrong password is a 401 too: whether the session has ended is what the page's session says. */
function askForSession(error: unknown): void {
  if (isFinal(error, 401)) void queryClient.invalidateQueries({ queryKey: trpc.accounts.portal.current.queryKey() })
}

/** A session that has ended elsewhere ends here at the next answer. */
function leaveWhenRefused(error: unknown): void {
  if (isFinal(error, 401)) leaveToSignIn()
}

/** So does one of which the page's session says so. */
function leaveWhenSignedOut(data: unknown, { queryHash }: Pick<Query<unknown, unknown>, 'queryHash'>): void {
  const isSession = queryHash === hashKey(trpc.accounts.portal.current.queryKey())
  if (isSession && typeof data === 'object' && data !== null && 'status' in data && data.status === 'signed_out') leaveToSignIn()
}

function leaveToSignIn(): void {
  const isAtDoor = /^\/dashboard\/(?:sign-in|sign-up)/.test(location.pathname)
  if (!isLeaving && !isAtDoor) leaveTo(`/dashboard/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
}
