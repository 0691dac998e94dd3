import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { PostingKey } from '@gateway/domain/ledger/entry'
import type { Holding } from '@gateway/domain/ledger/templates'

/** The owner and asset of an intent's funds. */
export const holdingOf = ({ asset, chain, mode, businessId }: SpendIntentEntity): Holding => ({ asset, chain, mode, businessId })

/** The ledger key of an intent's current postings; the revision rises when a reorg reverses them. */
export const postingKey = ({ id, posting }: Pick<SpendIntentEntity, 'id' | 'posting'>): PostingKey => ({ ref: id, revision: posting })
