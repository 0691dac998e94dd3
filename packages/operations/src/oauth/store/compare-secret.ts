import { timingSafeEqual } from 'node:crypto'
import type { OauthContext } from '../oauth-context.ts'
import { PREVIOUS_SECRET, PREVIOUS_UNTIL } from './client-adapter.ts'
import { digestOf } from './digest.ts'

/** A client as the library holds it. */
interface HeldClient {
  readonly clientSecret?: string | undefined
  readonly [member: string]: unknown
}

/** True of a secret whose digest is that of the client, or of its former secret while that counts. Both are compared in constant time. */
export function isSecretOf(ctx: Pick<OauthContext, 'clock'>, client: HeldClient, secret: string): boolean {
  const digest = digestOf(secret)
  const isCurrent = isDigest(client.clientSecret, digest)
  const isPrevious = isDigest(client[PREVIOUS_SECRET], digest)
  return isCurrent || (isPrevious && Number(client[PREVIOUS_UNTIL] ?? 0) > ctx.clock.now().getTime())
}

function isDigest(stored: unknown, digest: Buffer): boolean {
  const known = Buffer.from(typeof stored === 'string' ? stored : '', 'hex')
  return known.length === digest.length && timingSafeEqual(known, digest)
}
