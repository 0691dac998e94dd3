import { lightningStates } from '@gateway/domain/lightning/machine'
import { lightningDirections, type LightningPayment } from '@gateway/domain/lightning/payment'
import { z } from 'zod'
import { lightningBalanceView, lightningNodeView, lightningPaymentView, type SeenLightningWallet } from '../lightning.ts'
import { counted, type CountedPage, Cursor, presentCount } from '../wire/cursor.ts'
import { BusinessIdName } from '../wire/id.ts'
import { wireInput } from '../wire/names.ts'
import { limit, Offset, PageView } from '../wire/page.ts'
import { choice } from '../wire/scalar.ts'
import { text } from '../wire/text.ts'
import { Day } from '../wire/time.ts'
import { WalletName } from './scalars.ts'

const LONGEST_SEARCH = 200

/** Which wallets of a business to list. */
export const PortalLightningWalletsInput = wireInput(z.object({ businessId: BusinessIdName, limit: limit(50), offset: Offset }))
export type PortalLightningWalletsInput = z.output<typeof PortalLightningWalletsInput>

const balance = lightningBalanceView.schema.pick({ available_sats: true, reserved_sats: true, balance_msat: true })

/** A page of wallets, each with what it has; `address_host` is what stands behind the `@` of every address of this service. */
export const PortalLightningWalletsView = z.object({
  wallets: z.array(lightningNodeView.schema.extend(balance.shape)),
  address_host: z.string().meta({ description: 'The host of every Lightning Address of this service.', example: 'pay.example' }),
  ...PageView,
})

/** A page of wallets before it is presented. */
export interface LightningWalletsPage {
  readonly seen: readonly SeenLightningWallet[]
  readonly total: number
  readonly addressHost: string
}

/** A page of wallets. */
export const presentLightningWallets = (
  { limit: most, offset }: Pick<PortalLightningWalletsInput, 'limit' | 'offset'>,
  { seen, total, addressHost }: LightningWalletsPage,
): z.output<typeof PortalLightningWalletsView> => ({
  wallets: seen.map(presentWallet),
  address_host: addressHost,
  total,
  limit: most,
  offset,
})

function presentWallet(seen: SeenLightningWallet) {
  const { available_sats, reserved_sats, balance_msat } = lightningBalanceView.present(seen)
  return { ...lightningNodeView.present(seen), available_sats, reserved_sats, balance_msat }
}

const filters = {
  businessId: BusinessIdName,
  walletId: WalletName.optional(),
  direction: choice(lightningDirections, {
    description: 'Only payments that enter, or only those that leave.',
    example: 'incoming',
  }).optional(),
  status: choice(lightningStates, { description: 'Only payments with this status.', example: 'settled' }).optional(),
  dateFrom: Day.meta({ description: 'Only those created on this day of the business or later.', example: '2026-10-01' }).optional(),
  dateTo: Day.meta({ description: 'Only those created on this day of the business or earlier.', example: '2026-10-31' }).optional(),
  q: text(
    { max: LONGEST_SEARCH },
    { description: 'An id or its beginning, a payment hash, or words of the description.', example: 'A-1001' },
  ).optional(),
} as const

/** Which Lightning payments of a business to list. Days are those of its time zone; both are included. */
export const PortalLightningInput = wireInput(z.object({ ...filters, cursor: Cursor.optional(), limit: limit(50) }))
export type PortalLightningInput = z.output<typeof PortalLightningInput>

/** Which Lightning payments of a business to export. */
export const ExportLightningInput = wireInput(z.object(filters))
export type ExportLightningInput = z.output<typeof ExportLightningInput>

/** A page of Lightning payments; `total` counts up to a ceiling. */
export const PortalLightningView = z.object({ payments: z.array(lightningPaymentView.schema), ...counted })

/** A page of Lightning payments. */
export const presentLightningPage = (page: CountedPage<LightningPayment>): z.output<typeof PortalLightningView> => ({
  payments: page.rows.map((payment) => lightningPaymentView.present(payment)),
  ...presentCount(page),
})
