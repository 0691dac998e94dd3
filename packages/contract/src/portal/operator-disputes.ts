import { escrowFeeUnits, type Escrow } from '@gateway/domain/escrows/escrow'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { pathId } from '../wire/id.ts'
import { wireInput } from '../wire/names.ts'
import { choice } from '../wire/scalar.ts'
import { text } from '../wire/text.ts'
import { presentTimeOrNull } from '../wire/time.ts'

/** Disputes that wait for operators. */
export const DisputesView = z.object({
  disputes: z.array(
    z.object({
      id: z.string(),
      blockchain: z.string(),
      amount: z.string(),
      fee: z.string(),
      amount_usd: z.number(),
      depositor_address: z.string().nullable(),
      beneficiary_address: z.string(),
      reason: z.string(),
      disputed_at: z.string().nullable(),
      decided_at_latest: z.string().nullable(),
      needed: z.int(),
      approved: z.object({ release: z.array(z.string()), refund: z.array(z.string()) }),
    }),
  ),
})
export type DisputesView = z.output<typeof DisputesView>

/** A dispute, its outcome, and what both parties are told. */
export const DecideDisputeInput = wireInput(
  z.object({
    id: pathId('escrow'),
    outcome: choice(['release', 'refund'], { description: 'Who gets the whole amount.', example: 'refund' }),
    resolution: text({ min: 1, max: 2_000 }, { description: 'Both parties can read it.', example: 'Not delivered' }),
  }),
)

/** A dispute, with who has approved what. */
export interface PresentableDispute {
  readonly escrow: Escrow & { readonly deadlineAt: Date | null }
  readonly needed: number
  readonly approvedBy: Readonly<Record<'release' | 'refund', readonly string[]>>
}

/** The disputes as operators see them; `emails` name who has approved. */
export const presentDisputes = (disputes: readonly PresentableDispute[], emails: ReadonlyMap<string, string>): DisputesView => ({
  disputes: disputes.map(({ escrow, needed, approvedBy }) => {
    const { decimals } = assetOf(escrow.asset)
    const named = (operators: readonly string[]) => operators.map((operator) => emails.get(operator) ?? operator)
    return {
      id: escrow.id,
      blockchain: escrow.asset,
      amount: formatUnits(escrow.amountUnits, decimals),
      fee: formatUnits(escrowFeeUnits(escrow), decimals),
      amount_usd: Number(formatUnits(escrow.usdCents, 2)),
      depositor_address: escrow.depositorAddress,
      beneficiary_address: escrow.beneficiaryAddress,
      reason: escrow.disputeReason ?? '',
      disputed_at: presentTimeOrNull(escrow.disputedAt),
      decided_at_latest: presentTimeOrNull(escrow.deadlineAt),
      needed,
      approved: { release: named(approvedBy.release), refund: named(approvedBy.refund) },
    }
  }),
})
