import { type ClaimedLetter, claimLetters, closeLetter, postponeLetter } from '@gateway/db/accounts/letter-queries'
import { messageOf } from '@gateway/domain/kernel/error'
import { LetterRefused, type Mailer } from '@gateway/providers/email/mailer'
import type { KeyObject } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { SealBroken } from '../../kernel/sealed-box.ts'
import { openEmail } from './queue-email.ts'

/** What sending letters needs. */
export interface SendEmailsContext extends Pick<Context, 'orm' | 'clock' | 'log'> {
  readonly mailer: Mailer
  /** Opens what the api has sealed to this role. */
  readonly webhookKey: KeyObject
}

const MOST_AT_ONCE = 10
const MINUTE_MS = 60_000
/** Longer than handing a letter over may take. */
const LEASE_MS = 2 * MINUTE_MS
/** Waits after the first, second, … failure, in minutes; the last is used again until the letter has no use any more. */
const WAITS = [0.25, 1, 5, 15, 60] as const

/**
 * Sends letters that are due. Each is sent at least once while it is of use; whoever gets one twice sees the same Message-ID.
 *
 * A plain look at a table and no workflow: what a letter says may stand in no history.
 *
 * @returns how many were due.
 */
export async function sendEmails(ctx: SendEmailsContext): Promise<number> {
  const at = ctx.clock.now()
  const claimed = await claimLetters(ctx.orm.em.fork(), { at, leasedUntil: new Date(at.getTime() + LEASE_MS), most: MOST_AT_ONCE })
  await Promise.all(claimed.map((letter) => sendOne(ctx, letter)))
  return claimed.length
}

async function sendOne(ctx: SendEmailsContext, letter: ClaimedLetter): Promise<void> {
  const { id, sealed, usefulUntil } = letter
  const em = ctx.orm.em.fork()
  if (!sealed) return
  if (usefulUntil <= ctx.clock.now()) return closeLetter(em, { id, givenUpAt: ctx.clock.now() })
  try {
    await ctx.mailer.send(id, openEmail(ctx.webhookKey, { id, sealed }))
  } catch (error) {
    return noteTrouble(ctx, letter, error)
  }
  await closeLetter(em, { id, sentAt: ctx.clock.now() })
}

async function noteTrouble(ctx: SendEmailsContext, { id, attempts }: ClaimedLetter, error: unknown): Promise<void> {
  const [em, now, lastProblem] = [ctx.orm.em.fork(), ctx.clock.now(), messageOf(error)]
  ctx.log.warn({ problem: lastProblem, attempts }, 'a letter could not be sent')
  // Neither is mended by waiting.
  if (error instanceof LetterRefused || error instanceof SealBroken) return closeLetter(em, { id, givenUpAt: now, lastProblem })
  const waitMinutes = WAITS[Math.min(attempts, WAITS.length) - 1] ?? 1
  await postponeLetter(em, { id, nextAttemptAt: new Date(now.getTime() + waitMinutes * MINUTE_MS), lastProblem })
}
