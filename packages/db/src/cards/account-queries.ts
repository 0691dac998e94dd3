import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { ProcessorAccountEntity } from './processor-account.entity.ts'

/** The account of a business at the processor. */
export const findAccountOf = (em: Em, of: { businessId: BusinessId; mode: Mode }): Promise<ProcessorAccountEntity | undefined> =>
  tables(em)
    .selectFrom('processor_account')
    .selectAll()
    .where((eb) => eb.and(of))
    .executeTakeFirst()

/** An account by our id or the processor's. */
export const findAccount = (em: Em, of: { id: string } | { processorAccountId: string }): Promise<ProcessorAccountEntity | undefined> =>
  tables(em)
    .selectFrom('processor_account')
    .selectAll()
    .where((eb) => eb.and(of))
    .executeTakeFirst()

/** The same, locked FOR UPDATE. */
export const lockAccount = (em: Em, of: { id: string } | { processorAccountId: string }): Promise<ProcessorAccountEntity | undefined> =>
  tables(em)
    .selectFrom('processor_account')
    .selectAll()
    .where((eb) => eb.and(of))
    .forUpdate()
    .executeTakeFirst()

/** Stores an account that the processor has yet to open, unless its business has one. */
export async function insertAccount(em: Em, account: ProcessorAccountEntity): Promise<void> {
  await tables(em)
    .insertInto('processor_account')
    .values(account)
    .onConflict((conflict) => conflict.columns(['businessId', 'mode']).doNothing())
    .execute()
}

/** Writes what the processor says about an account. */
export async function saveAccount(em: Em, { id, ...facts }: Pick<ProcessorAccountEntity, 'id' | FactColumn>): Promise<void> {
  await tables(em).updateTable('processor_account').set(facts).where('id', '=', id).execute()
}

/** The columns that the processor's answers change. */
type FactColumn =
  | 'processorAccountId'
  | 'detailsSubmitted'
  | 'chargesEnabled'
  | 'payoutsEnabled'
  | 'requirementsDue'
  | 'requirementsDeadline'
  | 'disabledReason'
  | 'asOf'
  | 'lookAt'
  | 'updatedAt'

/** Forgets an account that the processor has refused to open, so that its business can be onboarded otherwise. */
export async function deleteUnopenedAccount(em: Em, { id }: { id: string }): Promise<void> {
  await tables(em).deleteFrom('processor_account').where('id', '=', id).where('processorAccountId', 'is', null).execute()
}
