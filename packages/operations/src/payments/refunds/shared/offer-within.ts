import { lockOpenRefund } from '@gateway/db/payments/refund-queries'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { Em } from '@gateway/db/orm'
import type { UnsentReason } from '@gateway/domain/accounts/email'
import { InvalidState } from '@gateway/domain/kernel/error'
import { formatUnits } from '@gateway/domain/money/decimal'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { writeAuditEntry } from '../../../accounts/audit/write-audit-entry.ts'
import { type EmailedPayer, emailPayer } from '../../../businesses/email-payer.ts'
import type { Context } from '../../../kernel/context.ts'
import { endRefund } from './end-refund.ts'
import { findRefundable } from './find-refundable.ts'
import { insertOffer } from './insert-offer.ts'
import type { RefundedObject } from './refunded-object.ts'

/** A one-time refund link. */
export interface OfferedRefund {
  readonly id: string
  /** Shown only now. */
  readonly token: string
  /** Path of the page below the public address. */
  readonly path: string
  readonly endsAt: Date
  /** The current amount before the network fee, in the asset. */
  readonly amount: string
  readonly asset: AssetCode
  /** Why the payer gets no e-mail; null when one is queued, or none was asked for. */
  readonly unsent: UnsentReason | null
}

/** The payer who gets the link; the e-mail names the refund hold. */
export type RefundedPayer = EmailedPayer & { readonly holdHours: number }

/** An object whose held money is offered back, by whom, and how long the link is valid. */
interface Offer {
  readonly object: RefundedObject
  readonly by: string
  readonly linkDays: number
  /** Gets the link by e-mail. */
  readonly payer?: RefundedPayer | undefined
  /** Why, for the audit log. */
  readonly reason?: string | undefined
}

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Offers held funds to the payer by a one-time link, by which the payer claims them to an address, in the caller's transaction. It replaces an earlier
 * unused link. Nothing is reserved. The payer's address is in the sealed e-mail alone.
 *
 * @throws {NotReturnable} when there are no held funds to decide about, or the chain allows no refund.
 * @throws {InvalidState} while an address is claimed; withdraw that first.
 * @throws {InvalidField} for a payer without an e-mail address, or in a language without texts.
 */
export async function offerWithin(em: Em, ctx: Context, { object, by, linkDays, payer, reason }: Offer): Promise<OfferedRefund> {
  const amount = formatUnits(await findRefundable(em, ctx, object), assetOf(object.asset).decimals)
  await endEarlier(em, ctx, { object, by })
  const endsAt = new Date(ctx.clock.now().getTime() + linkDays * DAY_MS)
  const { id, token } = await insertOffer(em, ctx, { object, by, endsAt })
  const details = { return: id, amount, ...(payer && { emailed: payer.language }), ...(reason !== undefined && { reason }) }
  await writeAuditEntry(em, ctx, { actor: by, action: 'return.offer', subjectId: object.id, details })
  const link = { id, token, path: `/refund/${token}`, endsAt, amount, asset: object.asset }
  const unsent = payer && (await emailLink(em, ctx, { object, payer, link }))
  return { ...link, unsent: unsent ?? null }
}

async function endEarlier(em: Em, ctx: Context, { object, by }: Pick<Offer, 'object' | 'by'>): Promise<void> {
  const back = await lockOpenRefund(em, object.of)
  if (back && !isReplaceableOffer(back)) throw new InvalidState(back.state, 'offer a refund')
  if (back) await endRefund(em, ctx, { back, by, reason: 'offered_anew' })
}

/** True of an offer that a new one replaces; once an address is claimed it must be withdrawn first. */
export const isReplaceableOffer = ({ state }: Pick<RefundEntity, 'state'>): boolean => state === 'offered'

interface EmailedLink {
  readonly object: RefundedObject
  readonly payer: RefundedPayer
  readonly link: Omit<OfferedRefund, 'unsent'>
}

async function emailLink(em: Em, ctx: Context, { object, payer, link }: EmailedLink): Promise<UnsentReason | undefined> {
  const { amount, path, endsAt } = link
  const { businessId, description, asset, reason } = object
  const { holdHours } = payer
  const facts = { kind: 'refund_link', description, reason, amount, asset, path, endsAt: endsAt.toISOString(), holdHours } as const
  return emailPayer(em, ctx, { businessId, payer, facts, usefulUntil: endsAt })
}
