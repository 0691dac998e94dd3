import { DecideDisputeInput, DisputesView, presentDisputes } from '@gateway/contract/portal/operator-disputes'
import { ApprovedView } from '@gateway/contract/portal/operator-decisions'
import { nameOperators } from '@gateway/operations/accounts/operators/name-operators'
import { approve } from '@gateway/operations/custody/approvals/approve'
import { disputeApprovalOf } from '@gateway/operations/escrows/disputes/dispute-approval'
import { listDisputes } from '@gateway/operations/escrows/disputes/list-disputes'
import { decidingProcedure, operatorProcedure } from './procedures.ts'

/** What operators read and decide about disputed escrows. */
export const disputeProcedures = {
  disputes: operatorProcedure.output(DisputesView).query(async ({ ctx: { desk } }) => {
    const disputes = await listDisputes(desk)
    const approvers = disputes.flatMap(({ approvedBy }) => [...approvedBy.release, ...approvedBy.refund])
    return presentDisputes(disputes, await nameOperators(desk, approvers))
  }),

  decideDispute: decidingProcedure
    .input(DecideDisputeInput)
    .output(ApprovedView)
    .mutation(async ({ ctx: { desk, actor }, input: { id: escrowId, outcome, resolution } }) => ({
      missing: await approve(desk, disputeApprovalOf({ escrowId, outcome, resolution }), { session: actor.sessionId, reason: resolution }),
    })),
}
