import { approve, type ApprovedDecision } from '@gateway/operations/custody/approvals/approve'
import { liftDecisionOf } from '@gateway/operations/custody/pauses/lift-pauses'
import { readTreasuryTransfer } from '@gateway/operations/custody/treasury/read-treasury-transfer'
import { payoutApprovalOf } from '@gateway/operations/custody/approvals/payout-approval'
import { treasuryTransferOf } from '@gateway/operations/custody/approvals/treasury-transfer-approval'
import { awaitLift } from './await-lift.ts'
import type { Commands, DecidingCommand, Told } from './command.ts'
import type { OperatorContext } from './context.ts'
import { scopeOf } from './scope-of.ts'

/** A decision of two operators, and the message once both have approved. */
interface Approving extends Pick<DecidingCommand, 'takes' | 'summary'> {
  readonly name: (ctx: OperatorContext, told: Told) => Promise<ApprovedDecision>
  readonly approved: (ctx: OperatorContext, told: Told) => Promise<string>
}

const outcomes = {
  lifted: 'Lifted.',
  'paused again': 'Paused again for another reason, which `pauses` shows.',
  approved: 'Approved by two operators. The signer lifts it as soon as it runs.',
} as const

const approving = ({ takes, summary, name, approved }: Approving): DecidingCommand => ({
  takes,
  summary: `${summary}; takes effect with the second operator's approval`,
  async run(ctx, told) {
    const missing = await approve(ctx, await name(ctx, told), told)
    console.log(missing > 0 ? `Noted. ${missing} more operator must approve.` : await approved(ctx, told))
  },
})

/** Operator commands that need two operators. */
export const approvalCommands: Commands = {
  release: approving({
    takes: '<payment or escrow> <round>',
    summary: 'release a round that only a velocity cap holds',
    name: async (_ctx, { id, more: [round = '0'] }) => payoutApprovalOf({ ref: id, leg: roundOf(round) }),
    approved: async () => 'Released. It is signed within half a minute.',
  }),
  lift: approving({
    takes: '<scope>',
    summary: 'lift a pause',
    name: async (_ctx, { id }) => liftDecisionOf(scopeOf(id)),
    approved: async (ctx, { id }) => outcomes[await awaitLift(ctx, scopeOf(id))],
  }),
  'treasury-moved': approving({
    takes: '<chain> <transaction>',
    summary: 'book a treasury transfer that operators sent from a gas payer',
    name: async (ctx, { id, more: [txId = ''] }) => {
      const node = ctx.openNode(id)
      const { chain } = node.rail
      const moved = await readTreasuryTransfer(ctx, { node, txId })
      const { from, to, units, feeUnits } = moved
      console.log(`${units} base units of ${chain} went from ${from} to ${to ?? 'no recipient'}, and ${feeUnits} were the gas.`)
      return treasuryTransferOf({ ...moved, chain, txId })
    },
    approved: async () => 'Booked.',
  }),
}

function roundOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`${text} is not the number of a round; \`show\` lists them`)
  return Number(text)
}
