import { type AboutEscrow, insertEmail, insertEmailTo, insertUnsent, type NewEmail } from '@gateway/db/accounts/emails/email-queries'
import { insertEmailToken } from '@gateway/db/accounts/email-token-queries'
import type { Em } from '@gateway/db/orm'
import type { UnsentReason } from '@gateway/domain/accounts/email'
import type { Merchant } from '@gateway/domain/accounts/merchant'
import type { Requester } from '@gateway/domain/accounts/requester'
import type { BusinessId, MerchantId } from '@gateway/domain/kernel/id'
import type { EmailFacts } from '@gateway/pages/emails/email-facts'
import type { KeyObject } from 'node:crypto'
import type { EscrowContext } from '../../kernel/context.ts'
import { open, seal } from '../../kernel/sealed-box.ts'
import { admitEmail } from './admit-email.ts'
import { newLinkToken } from './email-link-token.ts'

/** Seals e-mails to the role that sends them, as many as may be sent in a day. */
export type EmailContext = Pick<EscrowContext, 'ids' | 'clock' | 'webhookSealingKey' | 'emailLimits'>

type SealingContext = Omit<EmailContext, 'emailLimits'>

const DAY_MS = 24 * 60 * 60 * 1_000
const NOTICE_DAYS = 7
const LINK_DAYS = 1
const purpose = 'email'

/** When an e-mail is sent, and when it is not any more; what it is about. */
export interface EmailTimes {
  /** Its id, where a row of its caller names it; absent: a new one. */
  readonly id?: string
  /** Absent: at once. A later moment lets an e-mail carry a secret that is known only now. */
  readonly dueAt?: Date
  readonly usefulUntil?: Date
  readonly about?: AboutEscrow
  /** The stored document that goes with it; the e-mail waits until it is written. */
  readonly documentId?: string
}

interface QueuedMail extends EmailTimes {
  /** Its recipient, or the merchant of the payment or escrow it is about. */
  readonly merchantId: MerchantId
  /** The business that named the recipient; absent when it goes to the account itself. */
  readonly businessId?: BusinessId
  readonly facts: EmailFacts
}

/**
 * Queues an e-mail in the transaction of the event it reports; it is tried for seven days from `dueAt`, or until `usefulUntil`. One that is due later
 * is sent only if its condition holds then: its row is the timer, so it survives every restart and is sent once. One that may not be sent leaves a row
 * without text, and what it reports goes on.
 *
 * @returns why it is not queued; undefined when it is.
 */
export async function queueEmail(
  em: Em,
  ctx: EmailContext,
  { id, merchantId, businessId, facts, about, documentId, ...times }: QueuedMail,
): Promise<UnsentReason | undefined> {
  const now = ctx.clock.now()
  const dueAt = times.dueAt && times.dueAt > now ? times.dueAt : now
  const week = new Date(dueAt.getTime() + NOTICE_DAYS * DAY_MS)
  const usefulUntil = times.usefulUntil && times.usefulUntil < week ? times.usefulUntil : week
  const email = { ...sealEmail(ctx, facts, { id, usefulUntil }), createdAt: now, dueAt, about, documentId: documentId ?? null, merchantId }
  const admission = await admitEmail(em, ctx, { merchantId, businessId: businessId ?? null, to: facts.to, dueAt })
  if ('counts' in admission) await insertEmail(em, { ...email, ...admission })
  else await insertUnsent(em, { ...email, ...admission, counts: undefined })
  return 'counts' in admission ? undefined : admission.unsentReason
}

/** Queues the e-mail with the link that confirms an address once within a day, in the caller's transaction. */
export async function queueVerification(em: Em, ctx: SealingContext, { to }: { to: Pick<Merchant, 'id' | 'email'> }): Promise<void> {
  const { token, digest } = newLinkToken(ctx)
  const [createdAt, expiresAt] = [ctx.clock.now(), afterDays(ctx, LINK_DAYS)]
  const mail = sealEmail(ctx, { kind: 'verify_email', to: to.email, token, endsAt: expiresAt.toISOString() }, { usefulUntil: expiresAt })
  await insertEmailToken(em, { digest, purpose: 'verify_email', merchantId: to.id, createdAt, expiresAt })
  await insertEmail(em, { ...mail, merchantId: to.id, counts: undefined, about: undefined, documentId: null })
}

/**
 * Queues the e-mail with the link that sets a new password once within a day, for the account with an address, if there is one; otherwise the same
 * work stores nothing.
 */
export async function queueReset(em: Em, ctx: SealingContext, { email, from }: { email: string; from: Requester }): Promise<void> {
  const { token, digest } = newLinkToken(ctx)
  const endsAt = afterDays(ctx, LINK_DAYS)
  const times = { askedAt: ctx.clock.now().toISOString(), endsAt: endsAt.toISOString() }
  const mail = sealEmail(ctx, { kind: 'reset_password', to: email, token, from, ...times }, { usefulUntil: endsAt })
  await insertEmailTo(em, { address: email, email: mail, token: { digest, purpose: 'reset_password' } })
}

const afterDays = (ctx: SealingContext, days: number): Date => new Date(ctx.clock.now().getTime() + days * DAY_MS)

/** The database holds neither the address nor the token of an e-mail in the clear: only the sending role can open it. */
function sealEmail(
  ctx: SealingContext,
  facts: EmailFacts,
  { id = ctx.ids.uuid(), usefulUntil }: { readonly id?: string | undefined; readonly usefulUntil: Date },
): NewEmail {
  const sealed = seal(ctx.webhookSealingKey, { purpose, rowId: id }, JSON.stringify(facts))
  const createdAt = ctx.clock.now()
  return { id, kind: facts.kind, sealed, createdAt, dueAt: createdAt, usefulUntil }
}

/** Opens the facts of an e-mail with the private key of the sending role. @throws {SealBroken} */
export const openEmail = (privateKey: KeyObject, { id, sealed }: { id: string; sealed: Uint8Array }): EmailFacts =>
  // Sealed as this type by the function above; a tampered box does not open.
  JSON.parse(open(privateKey, { purpose, rowId: id }, sealed).toString('utf8')) as EmailFacts
