import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Holding } from '@gateway/domain/ledger/templates'

/** The owner and asset of an intent's funds. */
export const holdingOf = ({ asset, chain, mode, businessId }: SpendIntentEntity): Holding => ({ asset, chain, mode, businessId })

/** The ledger reference of an intent: its id, and a revision number after a reorg has reversed earlier postings. */
export const postingRef = ({ id, posting }: Pick<SpendIntentEntity, 'id' | 'posting'>): string => (posting === 0 ? id : `${id}#${posting}`)
