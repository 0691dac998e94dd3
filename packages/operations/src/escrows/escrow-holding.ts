import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { platformBusinessId } from '@gateway/domain/businesses/business'
import type { Holding } from '@gateway/domain/ledger/templates'
import type { AssetCode } from '@gateway/domain/money/asset'

/** In whose name the money of an escrow is held: its business, or the platform where it has none. */
export const holdingOf = (
  { asset, chain, mode, businessId }: Pick<EscrowEntity, 'asset' | 'chain' | 'mode' | 'businessId'>,
  held: AssetCode = asset,
): Holding => ({ asset: held, chain, mode, businessId: businessId ?? platformBusinessId })
