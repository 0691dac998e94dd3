import { findUnpinnedRefunds, type UnpinnedRefund } from '@gateway/db/custody/pins/refund-pin-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { transaction } from '../../kernel/transaction.ts'
import { payerOf, findRefundRefusal } from './check-refund.ts'
import { groundOf } from './pin-terms.ts'
import type { PinContext } from './pin-context.ts'
import { termsMac } from './pin-mac.ts'

const MAX_RETURNS = 100

/**
 * Pins refund addresses, each with an alarm and an audit entry. Only the payer knows whether the address is theirs, so the refund hold starts here,
 * by the signer's clock, and operators are told.
 *
 * @returns how many were checked.
 */
export async function pinRefunds(ctx: PinContext): Promise<number> {
  return transaction(ctx, async (em) => {
    const unpinned = await findUnpinnedRefunds(em, { chains: [...ctx.rails.keys()], limit: MAX_RETURNS })
    for (const one of unpinned) await pin(em, ctx, one)
    return unpinned.length
  })
}

async function pin(em: Em, ctx: PinContext, unpinned: UnpinnedRefund): Promise<void> {
  const { commit, paymentId, own, ownPin } = unpinned
  const rail = ctx.rails.get(commit.chain)
  // Without a pin nothing attests whose funds these are; the payment is pinned within the hour.
  if (!rail || !ownPin) return
  const refused = findRefundRefusal(ctx, rail, { ...unpinned, own, ownPin }) ?? null
  const { businessId, mode, usdRate } = ownPin
  const pinnedAt = ctx.clock.now()
  const usableAt = new Date(pinnedAt.getTime() + ctx.returnHoldMs)
  const statement = { ...groundOf(ctx, commit), commit, businessId, mode, usdRate, pinnedAt }
  const { numInsertedOrUpdatedRows } = await tables(em)
    .insertInto('payout_terms_pin')
    .values({
      payoutTermsId: commit.id,
      businessId,
      mode,
      usdRate,
      mac: refused ? null : termsMac(ctx.keys, statement),
      refused,
      pinnedAt,
      usableAt,
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return
  const alarm = refused ? 'pin_refused' : 'return_named'
  ctx.log.error({ alarm, paymentId, chain: commit.chain, reason: refused }, 'refund address claimed')
  const details = { return: commit.subjectId, address: payerOf(commit), refused }
  await writeAuditEntry(em, ctx, { actor: 'signer', action: 'return.pin', subjectId: paymentId, details })
}
