import { type DbRoom, advancing, insertedBy, readByAll, table } from '../table.ts'
import { QuoteEntity } from './quote.entity.ts'
import { RateConfirmationEntity } from './rate-confirmation.entity.ts'
import { RatePollLeaseEntity } from './rate-poll-lease.entity.ts'
import { RateSnapshotEntity } from './rate-snapshot.entity.ts'
import { RateSourceEntity } from './rate-source.entity.ts'

/** Tables of rates, and who may do what to them. */
export const ratesRoom = {
  tables: {
    quote: table(QuoteEntity, [readByAll, insertedBy('api', ...advancing)]),
    // The role that talks to the sources writes prices, and knows of nothing else.
    rate_snapshot: table(RateSnapshotEntity, [readByAll, { to: ['rates'], may: 'SELECT, INSERT, DELETE' }], { assigned: ['id'] }),
    rate_source: table(RateSourceEntity, [readByAll, { to: ['rates'], may: 'SELECT, INSERT, UPDATE' }]),
    rate_poll_lease: table(RatePollLeaseEntity, [readByAll, { to: ['rates'], may: 'SELECT, UPDATE' }], { assigned: ['sole'] }),
    rate_confirmation: table(RateConfirmationEntity, [readByAll, insertedBy('operator'), { to: ['rates'], may: 'SELECT' }]),
  },
} as const satisfies DbRoom
