import { endSessions } from '@gateway/db/accounts/session-queries'
import { findFactors, lockFactors, replaceRecoveryCodes } from '@gateway/db/accounts/factor-queries'
import type { Em } from '@gateway/db/orm'
import { EmailNotVerified } from '@gateway/domain/accounts/errors'
import { type FactorChange, type Factors, isEnrolled } from '@gateway/domain/accounts/factors'
import type { Actor, Merchant } from '@gateway/domain/accounts/merchant'
import type { Requester } from '@gateway/domain/accounts/requester'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { getMerchant } from '../auth/get-merchant.ts'
import { requireConfirmed } from '../auth/require-confirmation.ts'
import { type MerchantActor, requireMerchant } from '../auth/require-merchant.ts'
import { newRecoveryCodeTexts, recoveryDigest } from './recovery-code.ts'
import { reportFactors } from './report-factors.ts'

/** Dependencies of changing the factors of an account; with the requester. */
export type FactorContext = Pick<
  ApiContext,
  'orm' | 'ids' | 'clock' | 'tokenKeys' | 'publicUrl' | 'throttles' | 'webhookSealingKey' | 'emailLimits'
> &
  Requester

/** A merchant whose session was confirmed within five minutes. @throws {MerchantTokenRequired} {ConfirmationRequired} */
export function requireConfirmedMerchant(ctx: Pick<FactorContext, 'clock'>, actor: Actor): MerchantActor {
  const merchant = requireMerchant(actor)
  requireConfirmed(ctx, merchant)
  return merchant
}

/**
 * The same, whose address is verified: else an attacker who registers a foreign address could leave a factor behind for its owner.
 *
 * @throws {MerchantTokenRequired} {ConfirmationRequired} {EmailNotVerified}
 */
export async function requireVerifiedMerchant(
  ctx: Pick<FactorContext, 'clock' | 'orm'>,
  actor: Actor,
): Promise<MerchantActor & { readonly merchant: Merchant }> {
  const confirmed = requireConfirmedMerchant(ctx, actor)
  const merchant = await getMerchant(ctx.orm.em.fork(), confirmed)
  if (merchant.emailVerifiedAt === null) throw new EmailNotVerified()
  return { ...confirmed, merchant }
}

/** What a change did; without a name nothing is reported. */
export interface Done {
  readonly change: FactorChange
  readonly name?: string
}

/**
 * Changes the factors of an account whose row is locked, and reports it. The first factor comes with recovery codes and ends every other session,
 * which the password alone has opened; the last one takes the codes away.
 *
 * @returns the new recovery codes, if there are any.
 */
export async function changeFactors(
  ctx: FactorContext,
  { merchantId, sessionId }: Pick<MerchantActor, 'merchantId' | 'sessionId'>,
  change: (em: Em, before: Factors) => Promise<Done>,
): Promise<string[] | undefined> {
  return transaction(ctx, async (em) => {
    const before = await lockFactors(em, { merchantId })
    const done = await change(em, before)
    await reportFactors(em, ctx, { merchantId, ...done })
    const isStill = isEnrolled(await findFactors(em, { merchantId }))
    if (isStill === isEnrolled(before)) return undefined
    if (isStill) return beginFactors(em, ctx, { merchantId, sessionId })
    await replaceRecoveryCodes(em, { merchantId, digests: [], createdAt: ctx.clock.now() })
    return undefined
  })
}

async function beginFactors(
  em: Em,
  ctx: FactorContext,
  { merchantId, sessionId }: Pick<MerchantActor, 'merchantId' | 'sessionId'>,
): Promise<string[]> {
  await endSessions(em, { merchantId, at: ctx.clock.now(), except: sessionId })
  return storeRecoveryCodes(em, ctx, { merchantId })
}

/** Replaces the recovery codes of an account, in the caller's transaction. @returns their texts, which are shown once. */
export async function storeRecoveryCodes(
  em: Em,
  ctx: Pick<FactorContext, 'ids' | 'clock'>,
  { merchantId }: { merchantId: MerchantId },
): Promise<string[]> {
  const texts = newRecoveryCodeTexts(ctx)
  const digests = texts.flatMap((text) => recoveryDigest(text) ?? [])
  await replaceRecoveryCodes(em, { merchantId, digests, createdAt: ctx.clock.now() })
  return texts
}
