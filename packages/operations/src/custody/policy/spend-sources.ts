import type { Rail } from '@gateway/chains/rail'
import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SourceFacts } from '@gateway/domain/custody/policy-facts'
import { purposes } from '@gateway/domain/custody/purposes'
import { sumUnits } from '@gateway/domain/money/units'

/** Payouts with their commits. */
interface Spends {
  readonly intents: readonly SpendIntentEntity[]
  readonly commits: ReadonlyMap<string, PayoutTermsEntity>
}

/** Reads the deposits that payouts would spend and counts those that are not their own; one query for any number. */
export async function readSources(em: Em, rail: Rail, { intents, commits }: Spends): Promise<(intent: SpendIntentEntity) => SourceFacts> {
  const rows = await tables(em)
    .selectFrom('deposit')
    .select(['intentId', 'chain', 'address', 'subject', 'subjectId', 'asset', 'units', 'state', 'creditRevision'])
    .where(
      'intentId',
      'in',
      intents.map(({ id }) => id),
    )
    .execute()
  const byIntent = Map.groupBy(rows, (row) => row.intentId)
  return (intent) => {
    const attached = byIntent.get(intent.id) ?? []
    const commit = commits.get(intent.payoutTermsId)
    const address = commit && rail.watchKey(commit.address)
    const isOwn = (row: (typeof rows)[number]): boolean =>
      row.chain === intent.chain &&
      row.asset === intent.asset &&
      row.subject === purposes[intent.purpose].owner &&
      // Terms of their own repeat their owner's address, and an address belongs to one object for ever.
      (row.subject !== commit?.subject || row.subjectId === commit.subjectId) &&
      row.address === address
    return {
      attachedUnits: sumUnits(attached),
      confirmedUnits: sumUnits(attached.filter((row) => row.state === 'included' && row.creditRevision !== null)),
      foreign: attached.filter((row) => !isOwn(row)).length,
    }
  }
}
