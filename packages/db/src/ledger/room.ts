import { type DbRoom, advancing, insertedBy, readByAll, table } from '../table.ts'
import { AccountCheckpointEntity } from './account-checkpoint.entity.ts'
import { AccountEntity } from './account.entity.ts'
import { EntryEntity } from './entry.entity.ts'
import { InvariantHitEntity } from './invariant-hit.entity.ts'
import { InvariantRunEntity } from './invariant-run.entity.ts'
import { TransferEntity } from './transfer.entity.ts'

/** Tables of ledger: a balance changes with its entries, which nobody can change. */
export const ledgerRoom = {
  tables: {
    account: table(
      AccountEntity,
      [
        readByAll,
        { to: advancing, may: 'INSERT, UPDATE (bal)' },
        // The signer locks what a merchant owes while it signs for it.
        { to: ['signer'], may: 'UPDATE (bal)' },
      ],
      { assigned: ['id'] },
    ),
    transfer: table(TransferEntity, [readByAll, insertedBy(...advancing)]),
    entry: table(EntryEntity, [readByAll, insertedBy(...advancing)], { assigned: ['id'] }),
    account_checkpoint: table(AccountCheckpointEntity, [readByAll, { to: ['relay'], may: 'INSERT, UPDATE (entry_id, bal)' }]),
    invariant_run: table(InvariantRunEntity, [readByAll, { to: ['relay', 'chain'], may: 'INSERT, UPDATE' }]),
    invariant_hit: table(InvariantHitEntity, [readByAll, { to: ['relay', 'chain'], may: 'INSERT, UPDATE, DELETE' }]),
  },
} as const satisfies DbRoom
