import { insertPayoutTermsPins } from '@gateway/db/custody/pins/pin-queries'
import { findUnpinnedRefunds, type UnpinnedRefund } from '@gateway/db/custody/pins/refund-pin-queries'
import type { Em } from '@gateway/db/orm'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import { payerOf, findRefundRefusal } from './checks/check-refund.ts'
import type { PinContext } from './pin-context.ts'
import { makePin } from './make-pin.ts'
import { type Payees, readPayees } from './read-payees.ts'

const MAX_RETURNS = 100

/**
 * Pins refund addresses, each with an alarm and an audit entry. Only the payer knows whether the address is theirs, so the refund hold starts here,
 * by the signer's clock, and operators are told. One whose chain has not said what the address is waits.
 *
 * @returns how many were checked.
 */
export const pinRefunds = (ctx: PinContext): Promise<number> =>
  sweepEach<UnpinnedRefund>(
    ctx,
    {
      name: 'unpinned_refunds',
      limit: MAX_RETURNS,
      read: (page) => findUnpinnedRefunds(ctx.orm.em.fork(), { ...page, chains: [...ctx.rails.keys()] }),
      keyOf: ({ commit }) => commit.id,
      aboutOf: ({ objectId, own, commit: { chain } }) => ({ ...namedBy(own, objectId), chain }),
    },
    (one) => transaction(ctx, (em) => pinKnown(em, ctx, one)).then(() => true),
  )

async function pinKnown(em: Em, ctx: PinContext, one: UnpinnedRefund): Promise<void> {
  const [payees] = await readPayees(em, ctx, [one.commit])
  if (payees?.areKnown) await pin(em, ctx, { ...one, payees })
}

async function pin(em: Em, ctx: PinContext, unpinned: UnpinnedRefund & { readonly payees: Payees }): Promise<void> {
  const { commit, objectId, own, ownPin } = unpinned
  const rail = ctx.rails.get(commit.chain)
  // Without a pin nothing attests whose funds these are; the object is pinned within the hour.
  if (!rail || !ownPin) return
  const refused = findRefundRefusal(ctx, rail, { ...unpinned, own, ownPin }) ?? null
  const { businessId, mode, usdRate } = ownPin
  const made = await insertPayoutTermsPins(em, [makePin(ctx, { commit, businessId, mode, usdRate, pinnedAt: ctx.clock.now(), refused })])
  if (made.length === 0) return
  const alarm = refused ? 'pin_refused' : 'return_named'
  ctx.log.error({ alarm, ...namedBy(own, objectId), chain: commit.chain, reason: refused }, 'refund address claimed')
  const details = { return: commit.subjectId, address: payerOf(commit), refused }
  await writeAuditEntry(em, ctx, { actor: 'signer', action: 'return.pin', subjectId: objectId, details })
}

/** How a log names the object whose money goes back. */
const namedBy = ({ subject }: UnpinnedRefund['own'], id: string) => (subject === 'invoice' ? { invoiceId: id } : { paymentId: id })
