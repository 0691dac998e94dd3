import {
  countAttempt,
  type CountedAttempt,
  deleteQuietThrottles,
  deleteThrottle,
  findThrottle,
  restartStreak,
  uncountAttempt,
} from '@gateway/db/accounts/throttle-queries'
import type { Em } from '@gateway/db/orm'
import { TooManyAttempts } from '@gateway/domain/accounts/errors'
import { type ThrottleName, type ThrottleRule, throttleRule } from '@gateway/domain/accounts/throttle'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { createHash } from 'node:crypto'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

/** The dependencies of a throttle. */
export type ThrottleContext = Pick<ApiContext, 'orm' | 'ids' | 'clock' | 'throttles'>

/** One attempt under a throttle, by an address or by the e-mail address of an account. */
export interface Attempt {
  readonly throttle: ThrottleName
  readonly by: string
}

const MS = 1_000
const HOUR_SECONDS = 3_600
const QUIET_MS = 30 * 24 * 60 * 60 * 1_000

/**
 * Counts the attempts of one request before any work is done, all of them or none.
 *
 * Unknown accounts are counted too, so neither a refusal nor its time reveals which accounts exist. E-mail addresses are stored as digests.
 *
 * @returns the counted attempts, which a success takes back.
 * @throws {TooManyAttempts} when one of them has to wait, for the right password too.
 */
export async function countAttempts(ctx: ThrottleContext, attempts: readonly Attempt[]): Promise<readonly CountedAttempt[]> {
  return transaction(ctx, async (em) => {
    const counted: CountedAttempt[] = []
    for (const attempt of attempts) counted.push(await countOne(em, ctx, attempt))
    return counted
  })
}

async function countOne(em: Em, ctx: ThrottleContext, attempt: Attempt): Promise<CountedAttempt> {
  const rule = throttleRule(ctx.throttles, attempt.throttle)
  const subject = subjectOf(attempt)
  const at = ctx.clock.now()
  const counted = await countAttempt(em, { subject, rule, at })
  if (counted) return counted
  throw new TooManyAttempts(rule.most, await secondsToWait(em, { subject, rule, at }))
}

async function secondsToWait(em: Em, { subject, rule, at }: { subject: string; rule: ThrottleRule; at: Date }): Promise<number> {
  const waiting = await findThrottle(em, { subject })
  if (rule.mostInARow !== undefined && (waiting?.streak ?? 0) >= rule.mostInARow) return HOUR_SECONDS
  const waitMs = (waiting?.blockedUntil?.getTime() ?? 0) - at.getTime()
  return Math.max(1, Math.ceil(waitMs / MS))
}

/** Uncounts attempts that failed through no fault of the caller, such as a busy server. */
export async function takeBack(ctx: ThrottleContext, counted: readonly CountedAttempt[]): Promise<void> {
  await transaction(ctx, async (em) => {
    for (const attempt of counted) await uncountAttempt(em, attempt)
  })
}

/** Resets the failures of an account whose owner has signed in, in the caller's transaction; its address gets one attempt back. */
export async function forgiveAttempts(em: Em, { email, counted }: { email: string; counted: readonly CountedAttempt[] }): Promise<void> {
  const own = subjectOf({ throttle: 'signInsPerAccount', by: email })
  for (const attempt of counted) if (attempt.subject !== own) await uncountAttempt(em, attempt)
  await deleteThrottle(em, { subject: own })
}

/** Forgets wrong codes of an account whose owner has given a right one, in the caller's transaction. */
export const forgiveCodes = (em: Em, { merchantId }: { merchantId: MerchantId }): Promise<void> =>
  deleteThrottle(em, { subject: subjectOf({ throttle: 'codesPerAccount', by: merchantId }) })

/**
 * Lets an account take codes again that wrong ones in a row have closed, in the caller's transaction. Who reads its e-mails has given no right
 * code, so a wait goes on.
 */
export const reopenCodes = (em: Em, { merchantId }: { merchantId: MerchantId }): Promise<void> =>
  restartStreak(em, { subject: subjectOf({ throttle: 'codesPerAccount', by: merchantId }) })

/** Deletes counters that have been idle for thirty days, except those of accounts that only a link reopens. */
export async function forgetThrottles(ctx: ThrottleContext): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() - QUIET_MS)
  const { mostInARow = Number.MAX_SAFE_INTEGER } = throttleRule(ctx.throttles, 'signInsPerAccount')
  await deleteQuietThrottles(ctx.orm.em.fork(), { until, mostInARow })
}

const isAddress: Readonly<Record<ThrottleName, boolean>> = {
  signInsPerAccount: false,
  signInsPerAddress: true,
  codesPerAccount: false,
  registrationsPerAddress: true,
  emailsPerAccount: false,
  emailsPerAccountInDay: false,
  emailsPerAddress: true,
  escrowsPerAddress: true,
  escrowsPerBusiness: false,
  escrowsPerAccount: false,
  escrowTokensPerAddress: true,
  escrowTokensPerEscrow: false,
}

const subjectOf = ({ throttle, by }: Attempt): string =>
  `${throttle}:${isAddress[throttle] ? by : createHash('sha256').update(by).digest('hex')}`
