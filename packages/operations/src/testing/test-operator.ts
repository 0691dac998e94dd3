import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { operatorName } from '@gateway/domain/accounts/operator'
import { createHash } from 'node:crypto'

const HALF_DAY_MS = 12 * 60 * 60 * 1_000

/** The ids of an operator of tests and of its session, the same in every database. */
export function testOperator(name: string) {
  const merchantId = idFrom(`operator ${name}`)
  return { merchantId, session: idFrom(`session of ${name}`), as: operatorName(merchantId) }
}

/** Stores an operator with a session of a second factor, once, without the cost of a password; returns the session. By the real clock. */
export async function openOperatorSession(em: Em, name: string): Promise<string> {
  const { merchantId, session } = testOperator(name)
  const now = new Date()
  const account = { id: merchantId, email: `${name}@operators.example`, passwordHash: 'none', name, createdAt: now }
  await tables(em)
    .insertInto('merchant')
    .values({ ...account, emailVerifiedAt: now, operatorSince: now })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const times = { createdAt: now, confirmedAt: now, expiresAt: new Date(now.getTime() + HALF_DAY_MS), revokedAt: null }
  await tables(em)
    .insertInto('session')
    .values({ ...times, id: session, merchantId, openedIn: 'terminal', browser: 'a test', secondFactor: true })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return session
}

function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
