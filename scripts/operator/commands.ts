import { findPauseScope, type PauseScope } from '@gateway/domain/custody/pause'
import type { Context } from '@gateway/operations/context'
import { liftPause, listPauses, pausePayouts } from '@gateway/operations/custody/pause-payouts'
import { acceptPayment } from '@gateway/operations/payments/accept-payment'
import { forwardHeld } from '@gateway/operations/payments/forward-held'
import { listHeld } from '@gateway/operations/payments/list-held'
import { tellStory } from '@gateway/operations/payments/tell-story'
import { printRows } from './print-rows.ts'

/** What a command is told. */
interface Told {
  readonly id: string
  /** Who decides: `operator:<name>`. */
  readonly by: string
  readonly reason: string | undefined
}

/** Something an operator can do. */
interface Command {
  /** What stands behind its name in the usage; empty when nothing does. */
  readonly takes: string
  readonly summary: string
  run(ctx: Context, told: Told): Promise<void>
}

/** Everything an operator can do. Each that changes something writes the audit log. */
export const commands: Readonly<Record<string, Command>> = {
  held: {
    takes: '',
    summary: 'money that waits for a decision or a better moment, and why',
    async run(ctx) {
      printRows('held', await listHeld(ctx))
    },
  },
  show: {
    takes: '<payment>',
    summary: 'everything that is known about a payment',
    async run(ctx, { id }) {
      const story = await tellStory(ctx, { paymentId: id })
      for (const [title, rows] of Object.entries(story)) printRows(title, rows)
    },
  },
  accept: {
    takes: '<payment>',
    summary: 'takes what came for an expired payment as if it were all; it is forwarded',
    async run(ctx, { id, by }) {
      const payment = await acceptPayment(ctx, { paymentId: id, by })
      console.log(`Accepted. The payment is ${payment.state}.`)
    },
  },
  forward: {
    takes: '<payment>',
    summary: 'sends money that belongs nowhere (another coin, a failed payment) to its merchant, less the fee',
    async run(ctx, { id, by }) {
      const assets = await forwardHeld(ctx, { paymentId: id, by })
      console.log(`On its way: ${assets.join(', ')}.`)
    },
  },
  pauses: {
    takes: '',
    summary: 'what is paused, since when and why',
    async run(ctx) {
      printRows('paused', await listPauses(ctx))
    },
  },
  pause: {
    takes: '<scope>',
    summary: 'stops signing: global, chain:BTC, asset:USDC_ETH, merchant:<id>',
    async run(ctx, { id, by, reason = 'no reason given' }) {
      await pausePayouts(ctx, { scope: scopeOf(id), reason, by })
      console.log('Paused. Nothing is signed there until two operators have lifted it.')
    },
  },
  lift: {
    takes: '<scope>',
    summary: 'asks for a pause to be lifted; the second operator lifts it',
    async run(ctx, { id, by }) {
      const missing = await liftPause(ctx, { scope: scopeOf(id), by })
      console.log(missing === 0 ? 'Lifted.' : `Noted. ${missing} more operator has to ask.`)
    },
  },
}

function scopeOf(text: string): PauseScope {
  const scope = findPauseScope(text)
  if (!scope) throw new Error(`${text} cannot be paused; use global, chain:<chain>, asset:<asset> or merchant:<id>`)
  return scope
}
