import { exportFlushCall } from '@gateway/operations/custody/signing/export-flush-call'
import { listPauses, pausePayouts } from '@gateway/operations/custody/pauses/pause-payouts'
import type { Commands } from './command.ts'
import { printRows } from './print-rows.ts'
import { scopeOf } from './scope-of.ts'

/** What an operator can do about what leaves. */
export const payoutCommands: Commands = {
  'flush-call': {
    takes: '<payment> <token>',
    summary:
      'prints the transaction with which any wallet sends a token (its contract, ETH or USDC_ETH) from the address of a payment to its merchant, less the fee',
    async run(ctx, { id, more: [token = ''], by }) {
      const { recipients, feeBps, ...call } = await exportFlushCall(ctx, { paymentId: id, token, by })
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
}
