import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Holding } from '@gateway/domain/ledger/templates'

/** Whose money an intent moves. */
export const holdingOf = ({ asset, chain, mode, businessId }: SpendIntentEntity): Holding => ({ asset, chain, mode, businessId })

/** The ledger reference of an intent: its id, and a round number once a reorganisation has reversed what was posted before. */
export const postingRef = ({ id, posting }: Pick<SpendIntentEntity, 'id' | 'posting'>): string => (posting === 0 ? id : `${id}#${posting}`)
