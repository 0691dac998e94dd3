import { type DbRoom, type Grant, insertedBy, readByAll, table } from '../table.ts'
import { LightningAttemptEntity } from './lightning-attempt.entity.ts'
import { LightningChannelEntity } from './lightning-channel.entity.ts'
import { LightningFundsEntity } from './lightning-funds.entity.ts'
import { LightningPaymentEntity } from './lightning-payment.entity.ts'
import { LightningPreimageEntity } from './lightning-preimage.entity.ts'
import { LightningRequestEntity } from './lightning-request.entity.ts'
import { LightningWalletEntity } from './lightning-wallet.entity.ts'

const byPayer = (may: string): Grant => ({ to: ['lightning'], may })
/** The roles that have a node: one for invoices, one for sends. */
const withNode = ['chain', 'lightning'] as const

/** Tables of Lightning wallets: the api writes what is asked for, and the roles that have a node what came of it. */
export const lightningRoom = {
  tables: {
    lightning_wallet: table(LightningWalletEntity, [readByAll, insertedBy('api'), { to: ['api'], may: 'UPDATE (username)' }]),
    // Nobody changes what was asked for. Who asked may withdraw it until it is taken.
    lightning_request: table(LightningRequestEntity, [
      readByAll,
      insertedBy('api'),
      { to: ['api'], may: 'UPDATE (state, try_at, refusal, ended_at)' },
      { to: withNode, may: 'UPDATE (state, calls, try_at, refusal, ended_at), DELETE' },
      byPayer('UPDATE (answer)'),
    ]),
    lightning_payment: table(
      LightningPaymentEntity,
      [
        readByAll,
        insertedBy(...withNode),
        { to: ['chain'], may: 'UPDATE (state, amount_msat, preimage, look_at, settled_at, event_sequence, updated_at)' },
        byPayer('UPDATE (state, amount_msat, reserve_msat, fee_msat, preimage, look_at, settled_at, event_sequence, updated_at)'),
      ],
      { isGuarded: true },
    ),
    lightning_attempt: table(LightningAttemptEntity, [
      readByAll,
      byPayer('INSERT, UPDATE (state, calls, first_called_at, last_problem, has_workflow, proof)'),
    ]),
    lightning_preimage: table(LightningPreimageEntity, [{ to: ['chain'], may: 'SELECT, INSERT, DELETE' }, byPayer('SELECT')]),
    lightning_channel: table(LightningChannelEntity, [readByAll, byPayer('INSERT, DELETE')]),
    lightning_funds: table(LightningFundsEntity, [
      readByAll,
      { to: ['chain'], may: 'INSERT, UPDATE (local_msat, unsettled_local_msat, pending_local_msat, remote_msat, owed_msat, as_of)' },
      byPayer('UPDATE (cap_sats)'),
    ]),
  },
  furtherGrants: {
    // A balance changes with its entries, which nobody can change.
    account: [byPayer('INSERT, UPDATE (bal)')],
    transfer: [insertedBy('lightning')],
    entry: [insertedBy('lightning')],
    policy_decision: [insertedBy('lightning')],
    decision_count: [byPayer('UPDATE (seq)')],
    role_heartbeat: [byPayer('INSERT, UPDATE')],
  },
} as const satisfies DbRoom
