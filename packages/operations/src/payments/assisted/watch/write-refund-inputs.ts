import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { Em } from '@gateway/db/orm'
import type { AuditAction } from '@gateway/domain/accounts/audit-entry'
import type { RefundSums } from '@gateway/domain/payments/assess-refund'
import type { AssistedRefundInput } from '@gateway/domain/payments/assisted-refund'
import { writeAuditEntries } from '../../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../../kernel/context.ts'

/** What blocks made of a refund. */
interface RefundInputs {
  /** As it was before. */
  readonly refund: Pick<AssistedRefundEntity, 'id' | 'paymentId' | 'state' | 'units' | 'address'>
  readonly inputs: readonly AssistedRefundInput[]
  readonly sums: RefundSums
}

const actions: Readonly<Partial<Record<AssistedRefundInput, AuditAction>>> = {
  receive: 'refund.receive',
  complete: 'refund.complete',
  lose: 'refund.lose',
  shrink: 'refund.lose',
}

/** Writes what blocks made of a refund into the audit log, in the transaction of its change. */
export async function writeRefundInputs(em: Em, ctx: Context, { refund, inputs, sums }: RefundInputs): Promise<void> {
  const { id, paymentId, state, units, address } = refund
  const amounts = { units: String(units), inBlocks: String(sums.countedUnits), final: String(sums.finalUnits) }
  const details = { refund: id, was: state, address, ...amounts }
  const entries = inputs.flatMap((input) => actions[input] ?? [])
  await writeAuditEntries(
    em,
    ctx,
    entries.map((action) => ({ actor: 'system', action, subjectId: paymentId, details })),
  )
}
