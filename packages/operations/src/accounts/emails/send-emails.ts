import { type ClaimedEmail, claimEmails, closeEmail, postponeEmail } from '@gateway/db/accounts/email-queries'
import { messageOf } from '@gateway/domain/kernel/error'
import { EmailRefused, type Mailer } from '@gateway/providers/email/mailer'
import type { KeyObject } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { SealBroken } from '../../kernel/sealed-box.ts'
import { sweepOne } from '../../kernel/sweeps/sweep-each.ts'
import { openEmail } from './queue-email.ts'
import { renderEmail } from './render-email.ts'

/** The dependencies of the role that sends e-mails. */
export interface SendEmailsContext extends Pick<Context, 'orm' | 'clock' | 'log'> {
  readonly mailer: Mailer
  /** The public address that links point to. */
  readonly origin: string
  /** Opens boxes that the api has sealed to this role. */
  readonly webhookKey: KeyObject
}

const MAX_AT_ONCE = 10
const MINUTE_MS = 60_000
/** Longer than the mail server may take. */
const LEASE_MS = 2 * MINUTE_MS
/** Delays after the first, second, … failure, in minutes; the last one repeats until the e-mail expires. */
const WAITS = [0.25, 1, 5, 15, 60] as const

/**
 * Sends due e-mails, each at least once before it expires; a duplicate has the same Message-ID. One about an escrow that has moved on is given up.
 *
 * Polls a table instead of running a workflow, because the facts of an e-mail must not enter a workflow history.
 *
 * @returns how many were due.
 */
export async function sendEmails(ctx: SendEmailsContext): Promise<number> {
  const at = ctx.clock.now()
  const claimed = await claimEmails(ctx.orm.em.fork(), { at, leasedUntil: new Date(at.getTime() + LEASE_MS), most: MAX_AT_ONCE })
  await Promise.all(claimed.map((mail) => sweepOne(ctx, { name: 'emails', key: mail.id, about: {} }, () => sendOne(ctx, mail))))
  return claimed.length
}

async function sendOne(ctx: SendEmailsContext, mail: ClaimedEmail): Promise<void> {
  const { id, sealed, usefulUntil, isMoot } = mail
  const em = ctx.orm.em.fork()
  if (!sealed) return
  if (isMoot || usefulUntil <= ctx.clock.now()) return closeEmail(em, { id, givenUpAt: ctx.clock.now() })
  try {
    await ctx.mailer.send(id, renderEmail(openEmail(ctx.webhookKey, { id, sealed }), ctx.origin))
  } catch (error) {
    return recordTrouble(ctx, mail, error)
  }
  await closeEmail(em, { id, sentAt: ctx.clock.now() })
}

async function recordTrouble(ctx: SendEmailsContext, { id, attempts }: ClaimedEmail, error: unknown): Promise<void> {
  const [em, now, lastProblem] = [ctx.orm.em.fork(), ctx.clock.now(), messageOf(error)]
  ctx.log.warn({ problem: lastProblem, attempts }, 'e-mail not sent')
  // A retry would not help.
  if (error instanceof EmailRefused || error instanceof SealBroken) return closeEmail(em, { id, givenUpAt: now, lastProblem })
  const waitMinutes = WAITS[Math.min(attempts, WAITS.length) - 1] ?? 1
  await postponeEmail(em, { id, nextAttemptAt: new Date(now.getTime() + waitMinutes * MINUTE_MS), lastProblem })
}
