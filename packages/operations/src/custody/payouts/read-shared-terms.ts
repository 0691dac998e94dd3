import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SharedTerms } from '@gateway/domain/custody/split-by-terms'

/** What the terms of a payout say about shares. */
export const readSharedTerms = (em: Em, { payoutTermsId }: Pick<SpendIntentEntity, 'payoutTermsId'>): Promise<SharedTerms> =>
  tables(em)
    .selectFrom('payout_terms')
    .select(['subject', 'feeBps', 'conditions'])
    .where('id', '=', payoutTermsId)
    .executeTakeFirstOrThrow()
