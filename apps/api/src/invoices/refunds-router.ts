import {
  InvoiceRefundInput,
  InvoiceRefundListView,
  invoiceRefundView,
  ListInvoiceRefundsInput,
  RefundInvoiceInput,
  type SeenRefund,
} from '@gateway/contract/invoices/refunds'
import { cancelInvoiceRefund } from '@gateway/operations/invoices/held/cancel-refund'
import { giveBack } from '@gateway/operations/invoices/held/give-back'
import { listInvoiceRefunds } from '@gateway/operations/invoices/held/list-refunds'
import { refundInvoice } from '@gateway/operations/invoices/held/refund-invoice'
import { InvalidField } from '@gateway/domain/kernel/error'
import { z } from 'zod'
import type { ActorContext } from '../context.ts'
import type { Keep } from '@gateway/operations/idempotency/idempotency-keys'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure } from '../trpc.ts'
import { own } from './resource-router.ts'

const path = `${own}/refunds` as const
const answer = z.object({ refund: invoiceRefundView.schema })
const present = (refund: SeenRefund) => ({ refund: invoiceRefundView.present(refund) })

/** Whoever holds the link names the address. */
const withoutSecrets = ({ refund: seen }: z.output<typeof answer>) => ({ refund: { ...seen, refund_url: null } })

/** Money of an invoice that goes back. */
export const refundProcedures = {
  refund: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path,
        status: 201,
        tag: 'invoices',
        summary: 'Refund an invoice',
        description:
          'Sends back crypto that is held of an invoice: what came late, twice or after it was cancelled. The payer names an address on the page of `refund_url`, or you name it; it is paid after a hold. On Ethereum and Polygon held money goes to you instead. With `tx_hash` you note what you have given back yourself. Card money goes back by a refund of its card payment.',
        flat: 'refund',
        example: { reason: 'Paid twice', send_to: 'lena@hoffmann.example' },
        errors: ['CONCURRENT_UPDATE', 'INVALID_STATE', 'INVALID_AMOUNT', 'INVALID_ADDRESS', 'CHAIN_UNAVAILABLE'],
      },
    })
    .input(RefundInvoiceInput)
    .output(answer)
    .mutation(idempotent({ work: ({ ctx, input, keep }) => refund(ctx, input, keep), present, withoutSecrets })),

  refunds: keyProcedure
    .meta({
      many: true,
      rest: {
        method: 'get',
        path,
        tag: 'invoices',
        summary: 'List refunds of an invoice',
        description: 'Everything that goes back or went back of it, newest first, what you have noted with `tx_hash` included.',
        list: true,
      },
    })
    .input(ListInvoiceRefundsInput)
    .output(InvoiceRefundListView)
    .query(async ({ ctx, input: { id, limit, offset } }) => {
      const refunds = await listInvoiceRefunds(ctx, { actor: ctx.actor, id })
      const page = refunds.slice(offset, offset + limit).map(invoiceRefundView.present)
      return { refunds: page, total: refunds.length, limit, offset }
    }),

  cancelRefund: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: `${path}/{refund_id}/cancel`,
        tag: 'invoices',
        summary: 'Cancel a refund of an invoice',
        description: 'Until it is on its way. Its link stops working, and the money stays held until you decide again.',
        flat: 'refund',
        errors: ['CONCURRENT_UPDATE', 'INVALID_STATE'],
      },
    })
    .input(InvoiceRefundInput)
    .output(answer)
    .mutation(
      idempotent({
        work: ({ ctx, input: { id, refundId }, keep }) => cancelInvoiceRefund(ctx, { actor: ctx.actor, id, refundId, keep }),
        present,
      }),
    ),
}

/** @throws {InvalidField} for a member that has no meaning here, with `tx_hash`, or without it. */
function refund(ctx: ActorContext, input: RefundInvoiceInput, keep: Keep<SeenRefund> | undefined): Promise<SeenRefund> {
  const { id, amount, amountCrypto, rate, reason, sendTo, address, txHash } = input
  if (rate !== undefined) throw new InvalidField('rate', 'goes with refunds of payments; held money of an invoice goes back whole')
  const command = { actor: ctx.actor, id }
  if (txHash !== undefined) {
    refuseOfHeld({ amount_crypto: amountCrypto, address, send_to: sendTo })
    if (amount === undefined) throw new InvalidField('amount', 'is required with tx_hash: what was given back')
    return giveBack(ctx, { ...command, given: { amount, txHash, note: reason }, keep })
  }
  if (amount !== undefined) throw new InvalidField('amount', 'goes with tx_hash; held money goes back whole, and amount_crypto names it')
  const { refundHoldHours: holdHours, refundLinkDays: linkDays, webhookSealingKey, emailLimits } = ctx
  const payer = sendTo === undefined ? undefined : { to: sendTo, language: 'en', holdHours, webhookSealingKey, emailLimits }
  return refundInvoice(ctx, { ...command, keep, request: { amountCrypto, reason, address, payer, linkDays, holdHours } })
}

/** @throws {InvalidField} for a member about held money beside what was given back from elsewhere: it would have no effect. */
function refuseOfHeld(members: Readonly<Record<string, unknown>>): void {
  const named = Object.keys(members).find((member) => members[member] !== undefined)
  if (named !== undefined) throw new InvalidField(named, 'goes without tx_hash: it is about money that the gateway holds')
}
