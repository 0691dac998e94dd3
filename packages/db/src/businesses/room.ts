import { type DbRoom, readByAll, table } from '../table.ts'
import { BusinessEntity } from './business.entity.ts'
import { NamedWalletEntity } from './named-wallet.entity.ts'
import { UsageCounterEntity } from './usage-counter.entity.ts'

/** Tables of businesses, and who may do what to them. */
export const businessesRoom = {
  tables: {
    // Operators set the plan, which is announced.
    business: table(BusinessEntity, [
      readByAll,
      { to: ['api'], may: 'INSERT, UPDATE' },
      { to: ['operator'], may: 'UPDATE (plan, event_sequence, updated_at)' },
    ]),
    // Written with changes of a business; the chain's reader adds whether an address is a contract.
    named_wallet: table(NamedWalletEntity, [readByAll, { to: ['chain'], may: 'UPDATE (is_contract)' }]),
    usage_counter: table(UsageCounterEntity, [
      readByAll,
      { to: ['api'], may: 'INSERT, UPDATE (current)' },
      { to: ['relay'], may: 'UPDATE (current, given_back)' },
    ]),
  },
} as const satisfies DbRoom
