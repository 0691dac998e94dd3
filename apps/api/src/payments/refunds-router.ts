import {
  ListPaymentRefundsInput,
  NameRefundTransactionInput,
  PaymentRefundInput,
  PaymentRefundListView,
  paymentRefundView,
  RefundPaymentInput,
  type SeenPaymentRefund,
} from '@gateway/contract/payment-refunds'
import { cancelPaymentRefund } from '@gateway/operations/payments/assisted/cancel-payment-refund'
import { listPaymentRefunds } from '@gateway/operations/payments/assisted/list-payment-refunds'
import { nameRefundTransaction } from '@gateway/operations/payments/assisted/name-refund-transaction'
import { refundPayment } from '@gateway/operations/payments/assisted/refund-payment'
import type { RefundRequest } from '@gateway/operations/payments/assisted/refund-request'
import { renewPaymentRefund } from '@gateway/operations/payments/assisted/renew-payment-refund'
import { z } from 'zod'
import type { ActorContext } from '../context.ts'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure } from '../trpc.ts'

const path = '/api/payments/{id}/refunds'
const own = `${path}/{refund_id}` as const

/** A refund as every operation on it answers. */
export const refundAnswer = z.object({ refund: paymentRefundView.schema })

/** The same of one refund. */
export const presentRefund = (refund: SeenPaymentRefund): z.output<typeof refundAnswer> => ({ refund: paymentRefundView.present(refund) })

/** What a merchant asks for, with the terms of this deployment. */
export function refundRequestOf(ctx: ActorContext, { sendTo, ...input }: Omit<RefundPaymentInput, 'id'>): RefundRequest {
  const { refundOfferDays: offerDays, refundLinkDays: linkDays, refundHoldHours: holdHours, webhookSealingKey, emailLimits } = ctx
  const payer = sendTo === undefined ? undefined : { to: sendTo, language: 'en', webhookSealingKey, emailLimits }
  return { ...input, payer, offerDays, linkDays, holdHours }
}

/** Holders of the links name the address, and say what has paid it. */
const withoutSecrets = ({ refund }: z.output<typeof refundAnswer>) => ({ refund: { ...refund, refund_url: null, pay_url: null } })

/** Money of a payment that goes back to its payer. */
export const refundProcedures = {
  refund: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path,
        status: 201,
        tag: 'payments',
        summary: 'Refund a payment',
        description:
          'Money that has reached your wallet is yours, so you pay the refund from there: the payer names an address on the page of `refund_url`, or you name it, the page of `pay_url` shows what to pay, and the gateway watches the address and counts what arrives. Crypto that the gateway still holds of an unpaid payment is sent by the gateway after a hold, all of it. Never more coin goes back than was received, less what was refunded or is open.',
        flat: 'refund',
        example: { amount: 5, rate: 'payment', reason: 'Item out of stock', send_to: 'lena@hoffmann.example' },
        errors: ['INVALID_STATE', 'INVALID_AMOUNT', 'INVALID_ADDRESS', 'CHAIN_UNAVAILABLE', 'RATE_UNAVAILABLE'],
      },
    })
    .input(RefundPaymentInput)
    .output(refundAnswer)
    .mutation(
      idempotent({
        work: ({ ctx, input: { id, ...input }, keep }) =>
          refundPayment(ctx, { actor: ctx.actor, id, keep, request: refundRequestOf(ctx, input) }),
        present: presentRefund,
        withoutSecrets,
      }),
    ),

  refunds: keyProcedure
    .meta({
      many: true,
      rest: {
        method: 'get',
        path,
        tag: 'payments',
        summary: 'List refunds of a payment',
        description: 'Everything that goes back or went back of it, whoever pays it, newest first.',
        list: true,
      },
    })
    .input(ListPaymentRefundsInput)
    .output(PaymentRefundListView)
    .query(async ({ ctx, input: { id, limit, offset } }) => {
      const refunds = await listPaymentRefunds(ctx, { actor: ctx.actor, id })
      const page = refunds.slice(offset, offset + limit).map(paymentRefundView.present)
      return { refunds: page, total: refunds.length, limit, offset }
    }),

  cancelRefund: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: `${own}/cancel`,
        tag: 'payments',
        summary: 'Cancel a refund of a payment',
        description:
          'Its links stop working. What was paid of it stays refunded, and held money stays held. While a transfer to its address is not final it goes on.',
        flat: 'refund',
        errors: ['INVALID_STATE'],
      },
    })
    .input(PaymentRefundInput)
    .output(refundAnswer)
    .mutation(
      idempotent({
        work: ({ ctx, input: { id, refundId }, keep }) => cancelPaymentRefund(ctx, { actor: ctx.actor, id, refundId, keep }),
        present: presentRefund,
      }),
    ),

  renewRefund: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: `${own}/renew`,
        tag: 'payments',
        summary: 'Renew a refund of a payment',
        description:
          'Offers an expired refund again, by new links. One whose address is known is watched again. Money that the gateway holds is refunded anew instead.',
        flat: 'refund',
        errors: ['INVALID_STATE'],
      },
    })
    .input(PaymentRefundInput)
    .output(refundAnswer)
    .mutation(
      idempotent({
        work: ({ ctx, input: { id, refundId }, keep }) =>
          renewPaymentRefund(ctx, { actor: ctx.actor, id, refundId, keep, offerDays: ctx.refundOfferDays }),
        present: presentRefund,
        withoutSecrets,
      }),
    ),

  nameRefundTransaction: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: `${own}/transactions`,
        tag: 'payments',
        summary: 'Name a transaction of a refund',
        description:
          'Says which transaction has paid it, where the gateway cannot tell by itself: an older one, one that could be of another refund, or ether that a contract has paid. It counts once a block shows it; `named_transactions` says what became of it.',
        flat: 'refund',
        example: { tx_hash: '9f2c4b7d0e6a1835c47f20b9d3e8a6514c0f7be2193d5a86e0417cb2f98d6a3e' },
        errors: ['INVALID_STATE'],
      },
    })
    .input(NameRefundTransactionInput)
    .output(refundAnswer)
    .mutation(
      idempotent({
        work: ({ ctx, input: { id, refundId, txHash }, keep }) =>
          nameRefundTransaction(ctx, { actor: ctx.actor, id, refundId, txHash, keep }),
        present: presentRefund,
      }),
    ),
}
