import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { listHeldCards } from '@gateway/operations/cards/decisions/list-held-cards'
import { listHeldInvoices } from '@gateway/operations/invoices/held/list-held'
import { listWaitingPayouts, type WaitingPayout } from '@gateway/operations/escrows/settlement/list-waiting-payouts'
import { acceptPayment } from '@gateway/operations/payments/held/accept-payment'
import { refundOwners } from '@gateway/operations/jobs/refund-owners'
import { claimRefund } from '@gateway/operations/payments/refunds/claim-refund'
import { forwardHeld } from '@gateway/operations/payments/held/forward-held'
import { listHeld } from '@gateway/operations/payments/held/list-held'
import { listUnsupportedTokens } from '@gateway/operations/payments/held/list-unsupported-tokens'
import { listWrongChain } from '@gateway/operations/payments/held/list-wrong-chain'
import { offerRefund } from '@gateway/operations/payments/refunds/offer-refund'
import { readPaymentTimeline } from '@gateway/operations/payments/reading/payment-timeline'
import { withdrawAddress } from '@gateway/operations/payments/endings/withdraw-address'
import { cancelRefund } from '@gateway/operations/payments/refunds/cancel-refund'
import { readPaymentSummary } from '@gateway/operations/payments/summary/read-payment-summary'
import type { Commands } from './command.ts'
import { printNamedRows } from './print-named.ts'
import { printRows } from './print-rows.ts'
import { printSummary } from './print-summary.ts'
import { refundedPayer } from './refunded-payer.ts'

const newest = ({ shown, total }: { readonly shown: readonly object[]; readonly total: number }): string =>
  total > shown.length ? `, the newest ${shown.length} of ${total}` : ''

const escrowRow = ({ id, purpose, state, asset, units, reason, since, isAlarm, round }: WaitingPayout) => {
  const amount = formatUnits(units, assetOf(asset).decimals)
  return { escrow: id, round: round?.leg, purpose, state, asset, amount, reason, since, alarm: isAlarm }
}

/** Operator commands about the money of a payment. */
export const paymentCommands: Commands = {
  held: {
    takes: '',
    summary:
      'list held funds, those of invoices, payouts of escrows and card money with their hold reasons, unsupported tokens, and money on the wrong chain',
    isOpen: true,
    async run(ctx) {
      printRows('held', await listHeld(ctx))
      printRows('held money of invoices', await listHeldInvoices(ctx))
      printRows('payouts of escrows', (await listWaitingPayouts(ctx)).map(escrowRow))
      printRows('card money', await listHeldCards(ctx))
      const tokens = await listUnsupportedTokens(ctx)
      printRows(`unsupported tokens (base units; decimals unknown)${newest(tokens)}`, tokens.shown)
      const wrongChain = await listWrongChain(ctx)
      printRows(`wrong chain (\`flush-call\` flushes it)${newest(wrongChain)}`, wrongChain.shown)
    },
  },
  show: {
    takes: '<payment>',
    summary: 'say what state a payment is in, where its money is and which commands apply; its whole timeline with --all',
    isOpen: true,
    async run(ctx, { id, isWhole }) {
      printSummary(await readPaymentSummary(ctx, { paymentId: id }), { id, isWhole })
      if (!isWhole) return
      const story = await readPaymentTimeline(ctx, { paymentId: id })
      for (const [title, rows] of Object.entries(story)) await printNamedRows(ctx, title, rows)
    },
  },
  accept: {
    takes: '<payment>',
    summary: 'accept the received amount of an expired payment as the whole amount, and forward it',
    async run(ctx, { id, by }) {
      const payment = await acceptPayment(ctx, { paymentId: id, by })
      console.log(`Accepted. The payment is ${payment.state}.`)
    },
  },
  forward: {
    takes: '<payment>',
    summary: 'forward suspense money of a payment (another asset, a failed payment) to its merchant, less the fee',
    async run(ctx, { id, by }) {
      const assets = await forwardHeld(ctx, { paymentId: id, by })
      console.log(`On its way: ${assets.join(', ')}.`)
    },
  },
  refund: {
    takes: '<payment>',
    summary: 'offer the payer a refund of held funds, and print the one-time link; --send-to e-mails it',
    async run(ctx, { id, by, ...told }) {
      const payer = refundedPayer(ctx, told)
      const offer = { paymentId: id, by, linkDays: ctx.returnLinkDays, payer }
      const { token, path, endsAt, amount, asset, unsent } = await offerRefund(ctx, offer)
      console.log(
        `${amount} ${asset}, less the network fee, can be refunded. For the payer, shown once, valid until ${endsAt.toISOString()}:`,
      )
      console.log(`  token ${token}\n  page  ${ctx.publicUrl}${path}`)
      if (payer && unsent !== null) console.log(`It is not e-mailed to ${payer.to} (${unsent}): hand it over yourself.`)
      if (payer && unsent === null) console.log(`An e-mail with the link to ${payer.to} is queued; \`emails\` shows whether it waits.`)
    },
  },
  claim: {
    takes: '<token> <address>',
    summary: 'claim a refund to an address for a payer who cannot open the page; only at the payer’s request',
    async run(ctx, { id, more: [address = ''], by }) {
      const { usableAt } = await claimRefund(ctx, refundOwners, { token: id, address, holdHours: ctx.returnHoldHours, by })
      console.log(`Claimed. The refund is sent after ${usableAt.toISOString()}; until then \`withdraw\` cancels it.`)
    },
  },
  withdraw: {
    takes: '<payment>',
    summary: 'withdraw a refund before its payout; the funds stay held and can be offered again',
    async run(ctx, { id, by }) {
      await cancelRefund(ctx, { paymentId: id, by })
      console.log('Withdrawn. The money stays held.')
    },
  },
  'withdraw-address': {
    takes: '<payment>',
    summary: 'withdraw the address of an unpaid payment because its key is lost; the payment fails for good',
    async run(ctx, { id, by, reason }) {
      if (reason === undefined) throw new Error('give the reason with --reason; a failed payment stays failed')
      const { address } = await withdrawAddress(ctx, { paymentId: id, by, reason })
      console.log(`Failed. Later deposits to ${address} are held.`)
    },
  },
}
