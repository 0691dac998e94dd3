import { type ClaimedEmail, claimEmails, closeEmail, postponeEmail } from '@gateway/db/accounts/emails/email-queries'
import { deleteRefusedAddress, insertRefusedAddress, isAddressRefused } from '@gateway/db/accounts/emails/refused-address-queries'
import type { Em } from '@gateway/db/orm'
import type { UnsentReason } from '@gateway/domain/accounts/email'
import { messageOf } from '@gateway/domain/kernel/error'
import { type Attachment, EmailRefused, type Mailer } from '@gateway/providers/email/mailer'
import type { EmailFacts } from '@gateway/pages/emails/email-facts'
import type { KeyObject } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { SealBroken } from '../../kernel/sealed-box.ts'
import { sweepOne } from '../../kernel/sweeps/sweep-each.ts'
import { addressDigest } from './admit-email.ts'
import { openEmail } from './queue-email.ts'
import { renderEmail } from './render-email.ts'

/** The dependencies of the role that sends e-mails. */
export interface SendEmailsContext extends Pick<Context, 'orm' | 'clock' | 'log'> {
  readonly mailer: Mailer
  /** The public address that links point to. */
  readonly origin: string
  /** The stored document that goes with an e-mail, which is written. */
  readonly attach: (em: Em, of: { readonly id: string }) => Promise<readonly Attachment[]>
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
 * Sends due e-mails, each at least once before it expires; a duplicate has the same Message-ID. One about an escrow that has moved on is given up, and so
 * is one to an address that the mail server has refused for good.
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
  if (!sealed) return
  const giveUp = (unsentReason: UnsentReason, lastProblem?: string): Promise<void> =>
    closeEmail(ctx.orm.em.fork(), { id, givenUpAt: ctx.clock.now(), unsentReason, ...(lastProblem !== undefined && { lastProblem }) })
  if (isMoot) return giveUp('not_needed')
  if (usefulUntil <= ctx.clock.now()) return giveUp('too_late')
  try {
    await deliver(ctx, mail, openEmail(ctx.webhookKey, { id, sealed }))
  } catch (error) {
    const lastProblem = messageOf(error)
    ctx.log.warn({ problem: lastProblem, attempts: mail.attempts }, 'e-mail not sent')
    const reason = reasonOf(error)
    return reason === undefined ? postpone(ctx, mail, lastProblem) : giveUp(reason, lastProblem)
  }
  await closeEmail(ctx.orm.em.fork(), { id, sentAt: ctx.clock.now() })
}

/** Links are asked for one by one, so they are tried again at a refused address, and one that is taken opens it. */
const isLink = ({ kind }: EmailFacts): boolean => kind === 'verify_email' || kind === 'reset_password'

/** Sends an e-mail, unless its address was refused before, and remembers what the mail server says of that. @throws what the mailer throws. */
async function deliver(ctx: SendEmailsContext, { id, documentId }: ClaimedEmail, facts: EmailFacts): Promise<void> {
  const [em, digest] = [ctx.orm.em.fork(), addressDigest(facts.to)]
  if (!isLink(facts) && (await isAddressRefused(em, { digest }))) throw new EmailRefused('recipient', 'its address was refused before')
  try {
    const files = documentId === null ? [] : await ctx.attach(em, { id: documentId })
    await ctx.mailer.send(id, renderEmail(facts, ctx.origin, files))
  } catch (error) {
    if (error instanceof EmailRefused && error.about === 'recipient') await insertRefusedAddress(em, { digest, refusedAt: ctx.clock.now() })
    throw error
  }
  if (isLink(facts)) await deleteRefusedAddress(em, { digest })
}

/** Why a retry would not help; undefined where it may. */
function reasonOf(error: unknown): UnsentReason | undefined {
  if (error instanceof SealBroken) return 'unreadable'
  if (!(error instanceof EmailRefused)) return undefined
  return error.about === 'content' ? 'content_refused' : 'address_refused'
}

async function postpone(ctx: SendEmailsContext, { id, attempts }: ClaimedEmail, lastProblem: string): Promise<void> {
  const waitMinutes = WAITS[Math.min(attempts, WAITS.length) - 1] ?? 1
  const nextAttemptAt = new Date(ctx.clock.now().getTime() + waitMinutes * MINUTE_MS)
  await postponeEmail(ctx.orm.em.fork(), { id, nextAttemptAt, lastProblem })
}
