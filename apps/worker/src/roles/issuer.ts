import { messageOf } from '@gateway/domain/kernel/error'
import { makeSigningKey } from '@gateway/operations/identity/keys/current-key'
import type { IssuerContext } from '@gateway/operations/identity/issuer-context'
import { findIssuerWork, forgetIssuerRequests } from '@gateway/operations/identity/work/due-requests'
import type { Deps } from '../deps.ts'
import { recurring, type RunningRole, tryAgain } from '../running-role.ts'
import { workPool } from '../work-pool.ts'

const role = 'issuer'
const POLL_MS = 1_000
const AT_ONCE = 16
const FORGET_EVERY_MS = 10 * 60_000

/** Makes DIDs and signs credentials and status lists as they are asked for. It needs no Temporal: its rows tell what is due. */
export async function openIssuer({ config, ctx, news }: Deps): Promise<RunningRole[]> {
  const issuer: IssuerContext = { ...ctx, issuerKey: config.forRole(role).ISSUER_KEY }
  await tryAgain(() => makeSigningKey(issuer))
  const wait = (): Promise<void> => news.next({ channel: 'issuer_due', ms: POLL_MS })
  const warn = (error: unknown): void => ctx.log.warn({ role, problem: messageOf(error) }, 'old requests not deleted')
  return [
    workPool(issuer, { role, find: findIssuerWork, most: AT_ONCE, wait }),
    recurring(FORGET_EVERY_MS, () => forgetIssuerRequests(issuer).catch(warn)),
  ]
}
