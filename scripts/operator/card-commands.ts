import { resumeCard } from '@gateway/operations/cards/decisions/resume-card'
import type { Commands } from './command.ts'

/** Operator commands about card money. */
export const cardCommands: Commands = {
  'card-resume': {
    takes: '<card payment>',
    summary: 'end the hold of a card payment once what has held it is settled; --reason says how',
    async run(ctx, { id, by, reason }) {
      if (reason === undefined)
        throw new Error('say with --reason how it was settled; refunds and releases of it are possible again afterwards')
      const holdReason = await resumeCard(ctx, { paymentId: id, by, reason })
      console.log(`Resumed. It was held because of ${holdReason}.`)
    },
  },
}
