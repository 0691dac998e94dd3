import { findPauseScope, type PauseScope } from '@gateway/domain/custody/pause'
import { composeFlush } from '@gateway/operations/custody/compose-flush'
import { approveLift } from '@gateway/operations/custody/lift-pauses'
import { listPauses, pausePayouts } from '@gateway/operations/custody/pause-payouts'
import { releasePayout } from '@gateway/operations/custody/release-payout'
import { noteTreasuryMove } from '@gateway/operations/custody/treasury-move'
import { awaitLift } from './await-lift.ts'
import type { Commands } from './command.ts'
import { printRows } from './print-rows.ts'

const outcomes = {
  lifted: 'Lifted.',
  'paused again': 'Paused again for another reason, which `pauses` shows.',
  approved: 'Approved by two operators. The signer lifts it as soon as it runs.',
} as const

/** What an operator can do about what leaves. */
export const payoutCommands: Commands = {
  release: {
    takes: '<payment> <round>',
    summary: 'lets a round go that only the caps of the signer hold; the second operator lets it',
    async run(ctx, { id, more: [round = '0'], by }) {
      const missing = await releasePayout(ctx, { ref: id, leg: roundOf(round), by })
      console.log(missing === 0 ? 'Released. It is signed within half a minute.' : `Noted. ${missing} more operator has to release it.`)
    },
  },
  'treasury-moved': {
    takes: '<chain> <transaction>',
    summary: 'books coins that people have moved from an address that pays gas; the second operator lets it',
    async run(ctx, { id, more: [txId = ''], by }) {
      const { asset, from, to, units, feeUnits, missing } = await noteTreasuryMove(ctx, { node: ctx.openNode(id), txId, by })
      console.log(`${units} base units of ${asset} went from ${from} to ${to ?? 'nobody'}, and ${feeUnits} were the gas.`)
      console.log(missing === 0 ? 'Booked.' : `Noted. ${missing} more operator has to say so.`)
    },
  },
  'flush-call': {
    takes: '<payment> <token>',
    summary:
      'prints the transaction with which any wallet sends a token (its contract, ETH or USDC_ETH) from the address of a payment to its merchant, less the fee',
    async run(ctx, { id, more: [token = ''], by }) {
      const { recipients, feeBps, ...call } = await composeFlush(ctx, { paymentId: id, token, by })
      printRows('to send from a wallet that is not the gateway’s', [call])
      printRows(`who is paid (the platform gets ${feeBps} basis points)`, recipients)
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
      console.log('Paused. Nothing is signed there until two operators have approved lifting it.')
    },
  },
  lift: {
    takes: '<scope>',
    summary: 'approves lifting a pause; the signer lifts it once two operators have',
    async run(ctx, { id, by }) {
      const scope = scopeOf(id)
      const missing = await approveLift(ctx, { scope, by })
      console.log(missing > 0 ? `Noted. ${missing} more operator has to approve.` : outcomes[await awaitLift(ctx, scope)])
    },
  },
}

function roundOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`${text} is no number of a round; \`show\` tells them`)
  return Number(text)
}

function scopeOf(text: string): PauseScope {
  const scope = findPauseScope(text)
  if (!scope) throw new Error(`${text} cannot be paused; use global, chain:<chain>, asset:<asset> or merchant:<id>`)
  return scope
}
