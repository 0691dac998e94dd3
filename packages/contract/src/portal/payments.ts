import { assetCodes, assetOf } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { fiatCodes, fiatDecimal, findMinorUnits } from '@gateway/domain/money/fiat'
import { allExceptions } from '@gateway/domain/payments/assessment'
import { paymentStates } from '@gateway/domain/payments/machine'
import type { Payment } from '@gateway/domain/payments/payment'
import { z } from 'zod'
import { Asset } from '../wire/chain.ts'
import { choices } from '../wire/choices.ts'
import { Cursor, NextCursor } from '../wire/cursor.ts'
import { BusinessIdName, Id } from '../wire/id.ts'
import { DecimalString, FiatAmount, FiatNumber } from '../wire/money.ts'
import { orderNames } from '../wire/metadata/metadata-filter.ts'
import { wireInput } from '../wire/names.ts'
import { limit } from '../wire/page.ts'
import { text } from '../wire/text.ts'
import { Day, presentTime, Time } from '../wire/time.ts'

const LONGEST_SEARCH = 200
const LONGEST_ORDER = 100

const UsdAmount = FiatAmount.transform((amount, context) => {
  const cents = findMinorUnits(amount, 'USD')
  if (cents !== undefined) return cents
  context.addIssue({ code: 'custom', message: 'must have at most 2 decimals', params: { code: 'INVALID_AMOUNT' } })
  return z.NEVER
})

const filters = {
  businessId: BusinessIdName,
  statuses: choices(paymentStates, {
    description: 'Only payments with one of these statuses.',
    example: ['expired', 'failed'],
  }).optional(),
  exceptions: choices(allExceptions, {
    description: 'Only payments with one of these exceptions.',
    example: ['underpaid'],
  }).optional(),
  assets: choices(assetCodes, { description: 'Only payments in one of these assets.', example: ['BTC'] }).optional(),
  dateFrom: Day.meta({ description: 'Only payments created on this day of the business or later.', example: '2026-10-01' }).optional(),
  dateTo: Day.meta({ description: 'Only payments created on this day of the business or earlier.', example: '2026-10-31' }).optional(),
  minUsd: UsdAmount.optional(),
  maxUsd: UsdAmount.optional(),
  q: text(
    { max: LONGEST_SEARCH },
    {
      description:
        'An id or its beginning, an address, a transaction, a value of the metadata such as an order number, or words of the description.',
      example: 'A-1001',
    },
  ).optional(),
} as const

/** Which payments of a business to list. Days are those of its time zone; both are included. */
export const PortalPaymentsInput = wireInput(z.object({ ...filters, cursor: Cursor.optional(), limit: limit(50) }))
/** A filter with a page; amounts are in US cents. */
export type PortalPaymentsInput = z.output<typeof PortalPaymentsInput>

/** Which payments of a business to export. */
export const ExportPaymentsInput = wireInput(z.object(filters))
/** A filter without a page; amounts are in US cents. */
export type ExportPaymentsInput = z.output<typeof ExportPaymentsInput>

const PortalPaymentRow = z.object({
  id: Id,
  created_at: Time,
  status: z.enum(paymentStates),
  exceptions: z.array(z.enum(allExceptions)),
  blockchain: Asset,
  currency: z.enum(fiatCodes),
  amount: FiatNumber,
  amount_usd: FiatNumber,
  crypto_amount: DecimalString,
  amount_received: DecimalString,
  description: z.string().nullable(),
  order: z.string().nullable().meta({ description: 'What `metadata` names as the order; null without one.', example: 'A-1001' }),
})
type PortalPaymentRow = z.output<typeof PortalPaymentRow>

/** A page of payments as table rows; `total` counts up to a ceiling. */
export const PortalPaymentsView = z.object({
  payments: z.array(PortalPaymentRow),
  next_cursor: NextCursor,
  total: z.int().meta({ description: 'This many payments match, at most 1000.', example: 12 }),
  total_is_capped: z.boolean().meta({ description: 'True when more than `total` match.', example: false }),
})

/** A page of payments before it is presented. */
export interface PaymentsPage {
  readonly payments: readonly Payment[]
  readonly nextCursor: string | null
  readonly total: number
  readonly isCapped: boolean
}

/** A page of payments as table rows. */
export const presentPaymentsPage = ({ payments, nextCursor, total, isCapped }: PaymentsPage): z.output<typeof PortalPaymentsView> => ({
  payments: payments.map(presentRow),
  next_cursor: nextCursor,
  total,
  total_is_capped: isCapped,
})

function presentRow(payment: Payment): PortalPaymentRow {
  const { decimals } = assetOf(payment.asset)
  return {
    id: payment.id,
    created_at: presentTime(payment.createdAt),
    status: payment.state,
    exceptions: [...payment.exceptions],
    blockchain: payment.asset,
    currency: payment.currency,
    amount: toNumber(fiatDecimal(payment.fiatMinor, payment.currency)),
    amount_usd: toNumber(fiatDecimal(payment.usdCents, 'USD')),
    crypto_amount: formatUnits(payment.dueUnits, decimals),
    amount_received: formatUnits(payment.receivedUnits, decimals),
    description: payment.description,
    order: orderOf(payment),
  }
}

/** The order that the metadata of a payment names; null without one, or with one too long to show. */
export function orderOf({ metadata }: Pick<Payment, 'metadata'>): string | null {
  const named = orderNames.map((name) => metadata[name]).find((value) => typeof value === 'string' || typeof value === 'number')
  return named === undefined || String(named).length > LONGEST_ORDER ? null : String(named)
}
