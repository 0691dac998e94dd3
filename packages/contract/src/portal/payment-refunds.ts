import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { paymentRefundView, type SeenPaymentRefund } from '../payment-refunds.ts'
import { DecimalString } from '../wire/money.ts'

/** A refund with what opens the wallet of the merchant who pays it. */
export interface PortalRefund extends SeenPaymentRefund {
  /** With address and open amount; null before an address is named, and once nothing is open. */
  readonly paymentUri: string | null
  /** The text of the QR image: that URI, or the plain address where wallets misread it. */
  readonly qrText: string | null
}

/** The refunds of a payment as the portal shows them. */
export interface PortalRefunds {
  readonly asset: AssetCode
  /** What its merchant can still refund, in base units. */
  readonly leftUnits: bigint
  /** Oldest first. */
  readonly refunds: readonly PortalRefund[]
}

/** The refunds of a payment, and what its merchant can still refund. */
export const PortalRefundsView = z.object({
  amount_left: DecimalString.meta({
    description: 'What can still be refunded from the wallet of the merchant, in the coin; `0` while the payment allows no refund.',
    example: '0.0004',
  }),
  refunds: z.array(paymentRefundView.schema.extend({ payment_uri: z.string().nullable(), qr_text: z.string().nullable() })),
})

/** The refunds of a payment as the portal shows them. */
export const presentPortalRefunds = ({ asset, leftUnits, refunds }: PortalRefunds): z.output<typeof PortalRefundsView> => ({
  amount_left: formatUnits(leftUnits, assetOf(asset).decimals),
  refunds: refunds.map((refund) => ({ ...paymentRefundView.present(refund), payment_uri: refund.paymentUri, qr_text: refund.qrText })),
})
