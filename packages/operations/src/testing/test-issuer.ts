import type { Orm } from '@gateway/db/orm'
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiContext, Context } from '../kernel/context.ts'
import type { IssuerContext } from '../identity/issuer-context.ts'
import { makeSigningKey } from '../identity/keys/current-key.ts'
import { findIssuerWork } from '../identity/work/due-requests.ts'

/** The issuer of a test, which works whenever the api waits for it. */
export interface TestIssuer {
  readonly issuer: IssuerContext
  /** Does everything that is due, until nothing is. */
  work(): Promise<void>
  /** For the api: like a notification, the issuer has worked before the api looks again. */
  readonly hear: ApiContext['hear']
}

const MOST = 100

interface Wishes {
  /** Of the role's own database user; that of the context by default. */
  readonly orm?: Orm
  readonly issuerKey?: KeyObject
}

/** Opens an issuer over a context. */
export async function openTestIssuer(
  ctx: Context,
  { orm = ctx.orm, issuerKey = createSecretKey(randomBytes(32)) }: Wishes = {},
): Promise<TestIssuer> {
  const issuer: IssuerContext = { ...ctx, orm, issuerKey }
  await makeSigningKey(issuer)
  let underWay = Promise.resolve()
  const work = (): Promise<void> => (underWay = underWay.then(() => workUntilIdle(issuer)))
  const hear: ApiContext['hear'] = async ({ ms }) => {
    await work()
    await pause(Math.min(ms, 10))
  }
  return { issuer, work, hear }
}

async function workUntilIdle(issuer: IssuerContext): Promise<void> {
  for (;;) {
    const due = await findIssuerWork(issuer, { most: MOST, busy: [] })
    if (due.length === 0) return
    await Promise.all(due.map(({ run }) => run()))
  }
}
