import { createConcurrencyLimit } from '../../accounts/passwords/concurrency-limit.ts'
import { getGuarded } from '../../egress/get-guarded.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { CredentialRefused, type CredentialProblem } from './refusal.ts'

/** Requests to issuers of others at once: anybody may have a credential verified. */
const AT_ONCE = 8
const WAITING = 64
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

type Fetching = Pick<ApiContext, 'egress'>

/** The DID document at an address, as JSON. @throws {CredentialRefused} `issuer_unreachable` */
export async function fetchDocument(ctx: Fetching, url: string): Promise<unknown> {
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

/** The status list at an address, as it is secured. @throws {CredentialRefused} `status_unreachable` */
export async function fetchStatusList(ctx: Fetching, url: string): Promise<string> {
  return (await fetchText(ctx, { url, accept: 'application/vc+jwt', limits: LIST, otherwise: 'status_unreachable' })).trim()
}

/** A redirect, an error and a text that is too long are no answer. */
async function fetchText({ egress }: Fetching, { url, accept, limits, otherwise }: Wanted): Promise<string> {
  const answer = await takeTurn(() => getGuarded({ url, headers: { accept }, allow: egress.allow }, { limits })).catch(() => undefined)
  if (answer?.statusCode !== 200 || answer.body === '') throw new CredentialRefused(otherwise)
  return answer.body
}
