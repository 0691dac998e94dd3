import { assetOf } from '@gateway/domain/money/asset'
import type { Forwarded } from '../../payments/forwarding/round-spend.ts'
import type { CryptoInvoice } from './invoice-holding.ts'

/** An invoice as its rounds of forwarding know it. */
export const forwardedOf = ({ id, businessId, mode, asset, payoutTermsId, feeBps }: CryptoInvoice): Forwarded => ({
  id,
  businessId,
  mode,
  chain: assetOf(asset).chain,
  asset,
  payoutTermsId,
  feeBps,
})
