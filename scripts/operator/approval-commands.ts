import { approve, type Decision } from '@gateway/operations/custody/approve'
import { liftOf } from '@gateway/operations/custody/lift-pauses'
import { readMovedCoins } from '@gateway/operations/custody/moved-coins'
import { releaseOf } from '@gateway/operations/custody/release-payout'
import { treasuryMoveOf } from '@gateway/operations/custody/treasury-move'
import { awaitLift } from './await-lift.ts'
import type { Command, Commands, Told } from './command.ts'
import type { OperatorContext } from './context.ts'
import { scopeOf } from './scope-of.ts'

/** How a command names what two operators decide, and what it says once they have. */
interface Approving extends Pick<Command, 'takes' | 'summary'> {
  readonly name: (ctx: OperatorContext, told: Told) => Promise<Decision>
  readonly approved: (ctx: OperatorContext, told: Told) => Promise<string>
}

const outcomes = {
  lifted: 'Lifted.',
  'paused again': 'Paused again for another reason, which `pauses` shows.',
  approved: 'Approved by two operators. The signer lifts it as soon as it runs.',
} as const

const approving = ({ takes, summary, name, approved }: Approving): Command => ({
  takes,
  summary: `${summary}; the second operator's word decides`,
  async run(ctx, told) {
    const missing = await approve(ctx, await name(ctx, told), told)
    console.log(missing > 0 ? `Noted. ${missing} more operator has to approve.` : await approved(ctx, told))
  },
})

/** What two operators decide together. */
export const approvalCommands: Commands = {
  release: approving({
    takes: '<payment> <round>',
    summary: 'lets a round go that only the caps of the signer hold',
    name: async (_ctx, { id, more: [round = '0'] }) => releaseOf({ ref: id, leg: roundOf(round) }),
    approved: async () => 'Released. It is signed within half a minute.',
  }),
  lift: approving({
    takes: '<scope>',
    summary: 'has the signer lift a pause',
    name: async (_ctx, { id }) => liftOf(scopeOf(id)),
    approved: async (ctx, { id }) => outcomes[await awaitLift(ctx, scopeOf(id))],
  }),
  'treasury-moved': approving({
    takes: '<chain> <transaction>',
    summary: 'books coins that people have moved from an address that pays gas',
    name: async (ctx, { id, more: [txId = ''] }) => {
      const node = ctx.openNode(id)
      const { chain } = node.rail
      const moved = await readMovedCoins(ctx, { node, txId })
      const { from, to, units, feeUnits } = moved
      console.log(`${units} base units of ${chain} went from ${from} to ${to ?? 'nobody'}, and ${feeUnits} were the gas.`)
      return treasuryMoveOf({ ...moved, chain, txId })
    },
    approved: async () => 'Booked.',
  }),
}

function roundOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`${text} is no number of a round; \`show\` tells them`)
  return Number(text)
}
