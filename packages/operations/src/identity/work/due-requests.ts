import { deleteEndedIssuerRequests, findDueIssuerRequests, withdrawAbandonedRequests } from '@gateway/db/identity/issuer-request-queries'
import { keysPutOff, stateOf } from '../../kernel/sweeps/put-offs.ts'
import { sweepOne } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { IssuerContext } from '../issuer-context.ts'
import { findListsToSign, signStatusList } from '../status/sign-list.ts'
import { takeRequest } from './take-request.ts'

/** Something that is due: `run` does it and never rejects. Of work with the same `key` one is done at a time. */
interface DueWork {
  readonly key: string
  readonly run: () => Promise<unknown>
}

interface Wanted {
  readonly most: number
  /** The keys of the work that is under way. */
  readonly busy: readonly string[]
}

const REQUESTS = 'issuer_requests'
const LISTS = 'status_lists'
/** Thrice what a caller waits. One that is still there then has been left by an api that ended. */
const ABANDONED_MS = 15_000
/** Requests that are looked through for merchants whose turn it is. */
const LOOKED_THROUGH = 1_000
const DAY_MS = 24 * 60 * 60 * 1_000
/** A claim that came of many clicks at once is one DID, so that a merchant's requests follow one another. */
const requestKeyOf = (merchantId: string): string => `merchant/${merchantId}`
const listKeyOf = (id: number): string => `list/${id}`

/** Lists to sign, because something was revoked or an hour has passed, then requests: callers wait for them. */
export async function findIssuerWork(ctx: IssuerContext, { most, busy }: Wanted): Promise<DueWork[]> {
  const due = [...(await dueLists(ctx, most)), ...(await dueRequests(ctx))]
  return due.filter(({ key }) => !busy.includes(key)).slice(0, most)
}

async function dueLists(ctx: IssuerContext, limit: number): Promise<DueWork[]> {
  const putOff = keysPutOff(stateOf(ctx.orm, LISTS), ctx.clock.now())
  const lists = await findListsToSign(ctx, { limit })
  return lists
    .map(({ id }) => ({ id, key: listKeyOf(id) }))
    .filter(({ key }) => !putOff.includes(key))
    .map(({ id, key }) => ({
      key,
      run: () => sweepOne(ctx, { name: LISTS, key, about: {} }, () => transaction(ctx, (em) => signStatusList(em, ctx, { id }))),
    }))
}

/** One request of each merchant; those whose callers have gone are withdrawn, so that nothing happens behind their backs. */
async function dueRequests(ctx: IssuerContext): Promise<DueWork[]> {
  const now = ctx.clock.now()
  const except = keysPutOff(stateOf(ctx.orm, REQUESTS), now)
  await withdrawAbandonedRequests(ctx.orm.em.fork(), { since: new Date(now.getTime() - ABANDONED_MS), endedAt: now })
  const rows = await findDueIssuerRequests(ctx.orm.em.fork(), { now, limit: LOOKED_THROUGH, except })
  const isFirst = ({ merchantId }: (typeof rows)[number], at: number) => rows.findIndex((one) => one.merchantId === merchantId) === at
  return rows.filter(isFirst).map(({ id, merchantId }) => ({
    key: requestKeyOf(merchantId),
    run: () => sweepOne(ctx, { name: REQUESTS, key: id, about: { requestId: id } }, () => takeRequest(ctx, { id })),
  }))
}

/** Forgets the requests that ended a day ago, as their idempotency keys are. */
export const forgetIssuerRequests = (ctx: IssuerContext): Promise<void> =>
  deleteEndedIssuerRequests(ctx.orm.em.fork(), { until: new Date(ctx.clock.now().getTime() - DAY_MS) })
