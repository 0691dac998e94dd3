import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { Em } from '@gateway/db/orm'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { readProgress, unread } from '../../chainwatch/cursor/chain-view.ts'
import type { Context } from '../../kernel/context.ts'
import { advanceAssistedRefunds } from '../lifecycle/advance-assisted-refunds.ts'

/** An address for a refund, checked before, and who names it. */
export interface Naming {
  readonly refund: Pick<AssistedRefundEntity, 'id' | 'paymentId' | 'chain' | 'state'>
  readonly address: string
  readonly by: string
}

/**
 * Names the address of an offered refund that its caller has locked. From now on transfers to it are looked for, and older ones are not the refund's.
 *
 * @throws {InvalidState} unless it is offered.
 */
export async function nameWithin(em: Em, ctx: Pick<Context, 'ids' | 'clock' | 'rails'>, { refund, address, by }: Naming): Promise<void> {
  const rail = ctx.rails.get(refund.chain)
  if (!rail) throw new NotFound('refund')
  const { height } = (await readProgress(em, refund.chain)) ?? unread
  const patch = { address, watchKey: rail.watchKey(address), namedBy: by, namedAt: ctx.clock.now(), startHeight: height }
  const named = await advanceAssistedRefunds(em, { ids: [refund.id], input: 'name', patch })
  if (named.length === 0) throw new InvalidState(refund.state, 'name an address')
  const details = { refund: refund.id, address, startHeight: height }
  await writeAuditEntry(em, ctx, { actor: by, action: 'refund.name', subjectId: refund.paymentId, details })
}
