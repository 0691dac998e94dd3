import { SignInBusy } from '@gateway/domain/accounts/errors'
import { VerificationBusy } from '@gateway/domain/identity/errors'
import { createConcurrencyLimit } from '../../accounts/passwords/concurrency-limit.ts'
import { getGuarded, type GuardedText } from '../../egress/get-guarded.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { CredentialRefused, type CredentialProblem } from './refusal.ts'

/** Requests to issuers of others at once: anybody may have a credential verified. */
const AT_ONCE = 8
/** Whoever waits has a turn before a verification ends: two rounds of the longest requests. */
const WAITING = 16
const takeTurn = createConcurrencyLimit({ atOnce: AT_ONCE, waiting: WAITING })

const SHARED = { connectMs: 3_000, totalMs: 5_000 }
const DOCUMENT = { ...SHARED, answerBytes: 16 * 1024 }
const LIST = { ...SHARED, answerBytes: 64 * 1024 }

interface Wanted {
  readonly url: string
  readonly accept: string
  readonly limits: typeof DOCUMENT
  readonly otherwise: CredentialProblem
}

/** What one verification asks others with. */
export interface Asking extends Pick<ApiContext, 'egress'> {
  /** When it ends, whatever it has asked by then: a moment of `performance.now()`. */
  readonly until: number
}

/** The DID document at an address, as JSON. @throws {CredentialRefused} `issuer_unreachable`; {VerificationBusy} */
export async function fetchDocument(ctx: Asking, url: string): Promise<unknown> {
  const text = await fetchText(ctx, {
    url,
    accept: 'application/did+json, application/json',
    limits: DOCUMENT,
    otherwise: 'issuer_unreachable',
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new CredentialRefused('issuer_unreachable')
  }
}

/** The status list at an address, as it is secured. @throws {CredentialRefused} `status_unreachable`; {VerificationBusy} */
export async function fetchStatusList(ctx: Asking, url: string): Promise<string> {
  return (await fetchText(ctx, { url, accept: 'application/vc+jwt', limits: LIST, otherwise: 'status_unreachable' })).trim()
}

/** A redirect, an error and a text that is too long are no answer, and nobody is asked once the verification has ended. */
async function fetchText(ctx: Asking, wanted: Wanted): Promise<string> {
  if (leftOf(ctx) <= 0) throw new CredentialRefused(wanted.otherwise)
  const answer = await takeTurn(() => ask(ctx, wanted)).catch((error: unknown) => {
    throw error instanceof SignInBusy ? new VerificationBusy() : error
  })
  if (answer?.statusCode !== 200 || answer.body === '') throw new CredentialRefused(wanted.otherwise)
  return answer.body
}

const leftOf = ({ until }: Asking): number => Math.ceil(until - performance.now())

/** Undefined where the address cannot be asked. @throws {VerificationBusy} when the turn came too late. */
async function ask(ctx: Asking, { url, accept, limits }: Wanted): Promise<GuardedText | undefined> {
  const left = leftOf(ctx)
  if (left <= 0) throw new VerificationBusy()
  const within = { ...limits, totalMs: Math.min(limits.totalMs, left) }
  return getGuarded({ url, headers: { accept }, allow: ctx.egress.allow }, { limits: within }).catch(() => undefined)
}
