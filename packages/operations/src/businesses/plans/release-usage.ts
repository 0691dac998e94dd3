import { giveBackCreation } from '@gateway/db/businesses/usage-queries'
import type { Em } from '@gateway/db/orm'
import { usagePeriod } from '@gateway/domain/businesses/plan'
import type { BusinessId, Mode } from '@gateway/domain/kernel/id'

/** Uncounts a creation from its business's quota, in the transaction that undoes it; the caller must do so once. */
export const releaseUsage = (
  em: Em,
  { businessId, mode, createdAt }: { businessId: BusinessId; mode: Mode; createdAt: Date },
): Promise<void> => giveBackCreation(em, { businessId, mode, period: usagePeriod(createdAt) })
