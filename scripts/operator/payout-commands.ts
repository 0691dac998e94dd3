import { exportFlushCall } from '@gateway/operations/custody/signing/evm/export-flush-call'
import { listPauses, pausePayouts } from '@gateway/operations/custody/pauses/pause-payouts'
import type { Commands } from './command.ts'
import { printNamedRows } from './print-named.ts'
import { printRows } from './print-rows.ts'
import { scopeOf } from './scope-of.ts'

/** Operator commands about payouts. */
export const payoutCommands: Commands = {
  'flush-call': {
    takes: '<payment> <token>',
    summary:
      'print the transaction by which any wallet flushes a token (its contract, ETH or USDC_ETH; on the wrong chain POL or POL:<contract>) of a payment to its merchant, less the fee',
    async run(ctx, { id, more: [token = ''], by }) {
      const { recipients, feeBps, ...call } = await exportFlushCall(ctx, { paymentId: id, token, by })
      printRows('to send from a wallet outside the gateway', [call])
      printRows(`recipients (the platform gets ${feeBps} basis points)`, recipients)
    },
  },
  pauses: {
    takes: '',
    summary: 'list pauses with their time and reason',
    isOpen: true,
    async run(ctx) {
      const pauses = await listPauses(ctx)
      const rows = pauses.map(({ scope, reason, pausedAt, pausedBy, approvedBy }) => ({ scope, reason, pausedAt, pausedBy, approvedBy }))
      await printNamedRows(ctx, 'paused', rows)
    },
  },
  pause: {
    takes: '<scope>',
    summary:
      'pause money that leaves in a scope: global, cards, chain:BTC, asset:USDC_ETH, merchant:<id>, payment:<id>, escrow:<id>, invoice:<id>',
    async run(ctx, { id, by, reason = 'no reason given' }) {
      await pausePayouts(ctx, { scope: scopeOf(id), reason, by })
      console.log('Paused. Nothing in this scope is signed or asked of the card processor until two operators lift the pause.')
    },
  },
}
