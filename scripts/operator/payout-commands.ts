import { findPauseScope, type PauseScope } from '@gateway/domain/custody/pause'
import { composeFlush } from '@gateway/operations/custody/compose-flush'
import { liftPause, listPauses, pausePayouts } from '@gateway/operations/custody/pause-payouts'
import { releasePayout } from '@gateway/operations/custody/release-payout'
import { settlePayout } from '@gateway/operations/custody/settle-payout'
import { noteTreasuryMove } from '@gateway/operations/custody/treasury-move'
import type { Commands } from './command.ts'
import { printRows } from './print-rows.ts'

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
  settle: {
    takes: '<payment> <round>',
    summary: 'books a round whose flush moved less than was counted as what it moved; the second operator lets it',
    async run(ctx, { id, more: [round = '0'], by }) {
      const { asset, countedUnits, movedUnits, missing } = await settlePayout(ctx, { ref: id, leg: roundOf(round), by })
      console.log(`${movedUnits} of ${countedUnits} base units of ${asset} were moved, and no more was there.`)
      console.log(missing === 0 ? 'Settled with the next block.' : `Noted. ${missing} more operator has to say so.`)
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

function roundOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`${text} is no number of a round; \`show\` tells them`)
  return Number(text)
}

function scopeOf(text: string): PauseScope {
  const scope = findPauseScope(text)
  if (!scope) throw new Error(`${text} cannot be paused; use global, chain:<chain>, asset:<asset> or merchant:<id>`)
  return scope
}
