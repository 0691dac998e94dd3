import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { Holding } from '@gateway/domain/ledger/templates'

/** The owner of a payment's deposits of an asset. */
export const holdingOf = (
  { chain, mode, businessId }: Pick<PaymentEntity, 'chain' | 'mode' | 'businessId'>,
  asset: AssetCode,
): Holding => ({ asset, chain, mode, businessId })
