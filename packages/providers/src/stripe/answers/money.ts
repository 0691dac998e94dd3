import type { FeeRefundFacts, PayoutFacts, RefundFacts, ReversalFacts, TransferFacts } from '@gateway/domain/cards/facts'
import { z } from 'zod'
import { Currency, IdOf, intentOf, Metadata, Minor, Moment, readerOf } from './shape.ts'

const moved = { id: z.string(), amount: Minor, currency: Currency, metadata: Metadata }

/** Reads a refund (docs.stripe.com/api/refunds/object). */
export const readRefund = readerOf(
  z
    .object({
      ...moved,
      object: z.literal('refund'),
      status: z.string().nullish(),
      payment_intent: IdOf.nullish(),
      failure_reason: z.string().nullish(),
    })
    .transform(
      ({ id, amount, currency, metadata, status, payment_intent: paymentIntentId, failure_reason: failureReason }): RefundFacts => ({
        id,
        intentId: intentOf(metadata),
        status: status ?? 'pending',
        amountMinor: amount,
        currency,
        paymentIntentId: paymentIntentId ?? null,
        failureReason: failureReason ?? null,
      }),
    ),
)

/** Reads a refund of an application fee. */
export const readFeeRefund = readerOf(
  z.object({ ...moved, object: z.literal('fee_refund') }).transform(({ id, amount, currency, metadata }): FeeRefundFacts => ({
    id,
    intentId: intentOf(metadata),
    amountMinor: amount,
    currency,
  })),
)

/** Reads a transfer. */
export const readTransfer = readerOf(
  z
    .object({
      ...moved,
      object: z.literal('transfer'),
      amount_reversed: Minor,
      destination: IdOf.nullish(),
      transfer_group: z.string().nullish(),
    })
    .transform(
      ({ id, amount, currency, metadata, amount_reversed: reversedMinor, destination, transfer_group: transferGroup }): TransferFacts => ({
        id,
        intentId: intentOf(metadata),
        amountMinor: amount,
        reversedMinor,
        currency,
        destination: destination ?? null,
        transferGroup: transferGroup ?? null,
      }),
    ),
)

/** Reads a reversal of a transfer. */
export const readReversal = readerOf(
  z.object({ ...moved, object: z.literal('transfer_reversal') }).transform(({ id, amount, currency, metadata }): ReversalFacts => ({
    id,
    intentId: intentOf(metadata),
    amountMinor: amount,
    currency,
  })),
)

/** Reads a payout to a merchant's bank. */
export const readPayout = readerOf(
  z
    .object({
      object: z.literal('payout'),
      id: z.string(),
      status: z.string(),
      amount: Minor,
      currency: Currency,
      arrival_date: Moment,
      failure_code: z.string().nullish(),
      created: Moment,
    })
    .transform(({ id, status, amount, currency, arrival_date: arrivesAt, failure_code: failureCode, created }): PayoutFacts => ({
      id,
      status,
      amountMinor: amount,
      currency,
      arrivesAt,
      failureCode: failureCode ?? null,
      createdAt: created,
    })),
)
