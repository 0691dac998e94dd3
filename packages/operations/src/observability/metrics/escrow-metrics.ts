import { nearDeadline } from '@gateway/domain/escrows/contract'
import { sql } from 'kysely'
import type { RowGauge, GaugeRow } from './gauge.ts'

/** Escrows whose clock will decide if nobody does. */
export const escrowMetrics: readonly RowGauge[] = [
  {
    name: 'escrow_contracts_near_deadline',
    help: 'Escrow contracts that hold money which is not released, and that anybody can refund within a week.',
    labels: ['chain'],
    query: (now) => sql<GaugeRow>`SELECT chain, count(*)::int AS value FROM escrow
      WHERE contract IS NOT NULL AND state IN ('funded', 'disputed', 'released') AND expires_at <= ${nearDeadline(now)} GROUP BY chain`,
  },
  {
    name: 'escrow_disputes_near_deadline',
    help: 'Disputes without a decision that end within two days.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT count(*)::int AS value FROM escrow
      WHERE state = 'disputed' AND deadline_at <= ${now}::timestamptz + interval '2 days'`,
  },
]
