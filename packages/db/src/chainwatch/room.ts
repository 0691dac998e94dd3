import { type DbRoom, insertedBy, readByAll, table } from '../table.ts'
import { AccountBalanceEntity } from './account-balance.entity.ts'
import { ChainBlockEntity } from './chain-block.entity.ts'
import { ChainCursorEntity } from './chain-cursor.entity.ts'
import { ContractOutcomeEntity } from './contract-outcome.entity.ts'
import { DepositInputEntity } from './deposit-input.entity.ts'
import { DepositEntity } from './deposit.entity.ts'
import { FlushEntity } from './flush.entity.ts'
import { ObservationEntity } from './observation.entity.ts'
import { OutgoingTransactionEntity } from './outgoing-transaction.entity.ts'
import { RefusedNodeEntity } from './refused-node.entity.ts'
import { UnprovenTransferEntity } from './unproven-transfer.entity.ts'
import { UnsupportedTokenFlushEntity } from './unsupported-token-flush.entity.ts'
import { WatchedAddressEntity } from './watched-address.entity.ts'
import { WrongChainFlushEntity } from './wrong-chain/wrong-chain-flush.entity.ts'
import { WrongChainTransferEntity } from './wrong-chain/wrong-chain-transfer.entity.ts'

/** Tables of chainwatch: the view of a chain is written by its reader. */
export const chainwatchRoom = {
  tables: {
    chain_cursor: table(ChainCursorEntity, [readByAll, { to: ['chain'], may: 'INSERT, UPDATE' }], {
      assigned: ['takenBack', 'finalizedHighest'],
    }),
    chain_block: table(ChainBlockEntity, [readByAll, { to: ['chain'], may: 'INSERT, DELETE' }]),
    refused_node: table(RefusedNodeEntity, [readByAll, { to: ['chain'], may: 'INSERT, UPDATE (reason), DELETE' }]),
    watched_address: table(WatchedAddressEntity, [readByAll, insertedBy('api', 'chain')]),
    deposit: table(
      DepositEntity,
      [
        readByAll,
        { to: ['chain'], may: 'INSERT, UPDATE' },
        { to: ['payments', 'relay', 'operator'], may: 'UPDATE (intent_id, held_in, credit_revision)' },
      ],
      { assigned: ['leastConfirmations'] },
    ),
    deposit_input: table(DepositInputEntity, [readByAll, { to: ['chain'], may: 'INSERT, UPDATE (rival_height)' }]),
    observation: table(ObservationEntity, [readByAll, insertedBy('chain')], { assigned: ['id'] }),
    flush: table(FlushEntity, [readByAll, { to: ['chain'], may: 'INSERT, UPDATE, DELETE' }], {
      assigned: ['triedAt', 'networkFeeUnits', 'spent', 'payoutTermsId'],
    }),
    contract_outcome: table(ContractOutcomeEntity, [readByAll, { to: ['chain'], may: 'INSERT, UPDATE (is_told), DELETE' }]),
    unsupported_token_flush: table(UnsupportedTokenFlushEntity, [readByAll, { to: ['chain'], may: 'INSERT, DELETE' }]),
    unproven_transfer: table(UnprovenTransferEntity, [readByAll, { to: ['chain'], may: 'INSERT, UPDATE (outcome, ended_at), DELETE' }]),
    account_balance: table(AccountBalanceEntity, [readByAll, { to: ['chain'], may: 'INSERT, UPDATE' }]),
    wrong_chain_transfer: table(WrongChainTransferEntity, [readByAll, { to: ['chain'], may: 'INSERT, DELETE' }]),
    wrong_chain_flush: table(WrongChainFlushEntity, [readByAll, { to: ['chain'], may: 'INSERT, DELETE' }]),
    outgoing_transaction: table(OutgoingTransactionEntity, [readByAll, { to: ['chain'], may: 'INSERT, UPDATE, DELETE' }]),
  },
} as const satisfies DbRoom
