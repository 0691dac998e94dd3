import { acceptPayment } from '@gateway/operations/payments/held/accept-payment'
import { claimRefund } from '@gateway/operations/payments/refunds/claim-refund'
import { forwardHeld } from '@gateway/operations/payments/held/forward-held'
import { listHeld } from '@gateway/operations/payments/held/list-held'
import { listUnsupportedTokens } from '@gateway/operations/payments/held/list-unsupported-tokens'
import { offerRefund } from '@gateway/operations/payments/refunds/offer-refund'
import { readPaymentTimeline } from '@gateway/operations/payments/reading/payment-timeline'
import { withdrawAddress } from '@gateway/operations/payments/endings/withdraw-address'
import { cancelRefund } from '@gateway/operations/payments/refunds/cancel-refund'
import type { Commands } from './command.ts'
import { printRows } from './print-rows.ts'

/** What an operator can do about the money of a payment. */
export const paymentCommands: Commands = {
  held: {
    takes: '',
    summary: 'money that waits for a decision or a better moment, and why; and tokens that nobody serves',
    async run(ctx) {
      printRows('held', await listHeld(ctx))
      const { shown, total } = await listUnsupportedTokens(ctx)
      const most = total > shown.length ? `, the newest ${shown.length} of ${total}` : ''
      printRows(`tokens nobody serves (base units; their decimals are unknown)${most}`, shown)
    },
  },
  show: {
    takes: '<payment>',
    summary: 'everything that is known about a payment',
    async run(ctx, { id }) {
      const story = await readPaymentTimeline(ctx, { paymentId: id })
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
  refund: {
    takes: '<payment>',
    summary: 'offers held money back to who sent it; prints the one-time link for its payer',
    async run(ctx, { id, by }) {
      const { token, path, endsAt, amount, asset } = await offerRefund(ctx, { paymentId: id, by, linkDays: ctx.returnLinkDays })
      console.log(`${amount} ${asset}, less the network's fee, can go back. For the payer, shown once, good until ${endsAt.toISOString()}:`)
      console.log(`  token ${token}\n  page  ${path}`)
    },
  },
  claim: {
    takes: '<token> <address>',
    summary: 'names the address for a payer who cannot open the page; only with the payer’s own word',
    async run(ctx, { id, more: [address = ''], by }) {
      const { usableAt } = await claimRefund(ctx, { token: id, address, holdHours: ctx.returnHoldHours, by })
      console.log(`Noted. It leaves after ${usableAt.toISOString()}; until then \`withdraw\` calls it off.`)
    },
  },
  withdraw: {
    takes: '<payment>',
    summary: 'calls a return off before its money is taken; it stays held and can be offered anew',
    async run(ctx, { id, by }) {
      await cancelRefund(ctx, { paymentId: id, by })
      console.log('Withdrawn. The money stays held.')
    },
  },
  'withdraw-address': {
    takes: '<payment>',
    summary: 'gives up the address of an unpaid payment because nobody can spend from it any more; the payment fails for good',
    async run(ctx, { id, by, reason }) {
      if (reason === undefined) throw new Error('say why nobody can spend from it, with --reason; a payment that has failed stays so')
      const { address } = await withdrawAddress(ctx, { paymentId: id, by, reason })
      console.log(`Failed. What comes to ${address} all the same is held.`)
    },
  },
}
