import { type DbRoom, advancing, insertedBy, readByAll, table } from '../table.ts'
import { EscrowEventEntity } from './escrow-event.entity.ts'
import { EscrowEntity } from './escrow.entity.ts'
import { SettlementEntity } from './settlement.entity.ts'

/** Tables of escrows: the api writes what a party has decided by its token, and the signer pays only what it has proven for itself. */
export const escrowsRoom = {
  tables: {
    escrow: table(
      EscrowEntity,
      [
        readByAll,
        insertedBy('api'),
        {
          to: ['api', ...advancing, 'signer'],
          may: `UPDATE (state, deposited_units, deposit_tx_id, settlement_tx_id, dispute_reason, dispute_resolution, event_sequence, state_version, updated_at,
          deadline_at, funded_at, disputed_at, released_at, refunded_at, settled_at)`,
        },
        { to: ['api'], may: 'UPDATE (depositor_address, address, contract, payout_terms_id)' },
        { to: ['signer'], may: 'UPDATE (decision)' },
      ],
      { isGuarded: true },
    ),
    settlement: table(SettlementEntity, [readByAll, insertedBy('api', ...advancing)]),
    escrow_event: table(EscrowEventEntity, [readByAll, insertedBy('api', ...advancing)]),
  },
} as const satisfies DbRoom
