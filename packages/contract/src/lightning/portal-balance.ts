import { ceilSats, floorSats } from '@gateway/domain/lightning/amounts'
import type { LightningBalance } from '@gateway/domain/lightning/wallet'
import { z } from 'zod'
import { BusinessIdName } from '../wire/id.ts'
import { wireInput } from '../wire/names.ts'
import { Sats, WalletName } from './scalars.ts'

/** Of which business to sum what its wallets have; of one wallet, where it is named. */
export const PortalLightningBalanceInput = wireInput(z.object({ businessId: BusinessIdName, walletId: WalletName.optional() }))
export type PortalLightningBalanceInput = z.output<typeof PortalLightningBalanceInput>

/** What wallets have together. */
export const PortalLightningBalanceView = z.object({
  available_sats: Sats.meta({ description: 'What they can spend now, rounded down.', example: 12_345 }),
  reserved_sats: Sats.meta({ description: 'What is set aside for sends that are pending, rounded up.', example: 0 }),
  balance_sats: Sats.meta({ description: 'Both together, rounded down.', example: 12_345 }),
})

/** What wallets have together, in whole satoshis. */
export const presentLightningSum = ({ availableMsat, reservedMsat }: LightningBalance): z.output<typeof PortalLightningBalanceView> => ({
  available_sats: Number(floorSats(availableMsat)),
  reserved_sats: Number(ceilSats(reservedMsat)),
  balance_sats: Number(floorSats(availableMsat + reservedMsat)),
})
