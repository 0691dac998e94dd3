import { type DbRoom, type Grant, insertedBy, readByAll, table } from '../table.ts'
import { SeriesPeriodEntity } from './series-period.entity.ts'
import { SeriesEntity } from './series.entity.ts'

const bySeries = (may: string): readonly Grant[] => [{ to: ['series'], may }]

/** Tables of series: the api creates them with their first child and carries commands out; later children are opened by a role of its own. */
export const seriesRoom = {
  tables: {
    series: table(
      SeriesEntity,
      [
        readByAll,
        insertedBy('api'),
        { to: ['api', 'series'], may: 'UPDATE (state, next_charge_at, try_at, event_sequence, state_version, updated_at)' },
        { to: ['api'], may: 'UPDATE (amount_minor, interval, anchor_slot, anchor_local_time)' },
        { to: ['series'], may: 'SELECT, UPDATE (periods_completed, latest_slot)' },
      ],
      { isGuarded: true },
    ),
    series_period: table(SeriesPeriodEntity, [readByAll, { to: ['series'], may: 'SELECT (series_id)' }, insertedBy('api', 'series')]),
  },
  // What opening an escrow takes: its role reads what it is made of, and an INSERT that returns anything needs the right to read one column.
  furtherGrants: {
    business: bySeries('SELECT'),
    rate_snapshot: bySeries('SELECT'),
    refused_address: bySeries('SELECT'),
    chain_cursor: bySeries('SELECT (chain, fees, fees_at)'),
    merchant: bySeries('SELECT (id, email, email_verified_at)'),
    webhook_endpoint: bySeries('SELECT (id, business_id, url, events, disabled_at)'),
    address_pool: bySeries('SELECT, UPDATE (claimed_by)'),
    watched_address: bySeries('SELECT (chain), INSERT'),
    quote: bySeries('SELECT (id), INSERT'),
    payout_terms: bySeries('SELECT (id), INSERT'),
    escrow: bySeries('SELECT (id), INSERT'),
    processor_account: bySeries('SELECT'),
    card_payment: bySeries('SELECT (id), INSERT'),
    card_escrow: bySeries('SELECT (id), INSERT'),
    escrow_event: bySeries('SELECT (id), INSERT'),
    event: bySeries('SELECT (object_id, sequence, feed_xid), INSERT'),
    delivery: bySeries('SELECT (id), INSERT'),
    outbox: bySeries('SELECT (id), INSERT'),
    email: bySeries('SELECT (merchant_id, recipient, business_id, due_at), INSERT'),
    role_heartbeat: bySeries('SELECT, INSERT, UPDATE'),
  },
} as const satisfies DbRoom
