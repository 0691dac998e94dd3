import { payoutOwners } from '@gateway/domain/custody/purposes'
import { type RawBuilder, sql } from 'kysely'

const NO_END = 2 ** 31 - 1

/**
 * The known units at an address at a height, in SQL: deposits since its last payout, because a flush empties the address. Coins that left
 * unseen with that payout are counted when it is final.
 *
 * @param subjectId - the id of the address's owner, as text.
 */
export const expectedBalance = (subjectId: RawBuilder<unknown>, asset: RawBuilder<unknown>, height = NO_END): RawBuilder<string> =>
  sql`(SELECT coalesce(sum(deposit.units), 0) FROM deposit
    WHERE deposit.subject = ANY (${payoutOwners}::text[]) AND deposit.subject_id = ${subjectId} AND deposit.asset = ${asset} AND deposit.state = 'included'
      AND deposit.height <= ${height}::int
      AND NOT EXISTS (SELECT FROM flush WHERE flush.subject_id = deposit.subject_id AND flush.asset = deposit.asset AND flush.chain = deposit.chain
        AND (flush.height, flush.tx_place, flush.log_place) >= (deposit.height, deposit.tx_place, deposit.log_place)))`
