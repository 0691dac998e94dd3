import { sql } from 'kysely'
import { type ViolationRow, type Invariant, within } from './invariant.ts'

/** The ledger adds up, whatever it is about. */
export const ledgerInvariants: readonly Invariant[] = [
  {
    id: 'I1',
    sentence: 'every transfer balances per asset',
    find: (since) => sql<ViolationRow>`SELECT 'asset:' || asset AS scope, concat_ws(' ', transfer_id, asset, sum(amount)) AS hit FROM entry
      WHERE ${within(since, ({ entry }) => sql`transfer_id IN (SELECT fresh.transfer_id FROM entry fresh WHERE fresh.id > ${entry}::bigint)`)}
      GROUP BY transfer_id, asset HAVING sum(amount) <> 0`,
  },
  {
    id: 'I2',
    sentence: 'a stored balance is the sum of its entries',
    find: (
      since,
    ) => sql<ViolationRow>`SELECT 'asset:' || account.asset AS scope, concat_ws(' ', 'account', account.id, account.bal - seen.bal - newer.units) AS hit,
        account.mode, account.code, account.owner, account.bal::text AS stored, (seen.bal + newer.units)::text AS entries
      FROM account
      CROSS JOIN LATERAL (SELECT coalesce(max(entry_id), 0) AS entry_id, coalesce(max(bal), 0) AS bal FROM account_checkpoint
        WHERE account_id = account.id AND ${since ? sql`true` : sql`false`}) seen
      CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS units FROM entry WHERE entry.account_id = account.id AND entry.id > seen.entry_id) newer
      WHERE account.bal <> seen.bal + newer.units`,
  },
  {
    id: 'I3',
    sentence: 'the ledger of an asset adds up to zero',
    // Reads a row per account: that grows with merchants, not with payments.
    find: () => sql<ViolationRow>`SELECT 'asset:' || asset AS scope, concat_ws(' ', asset, mode, sum(bal)) AS hit
      FROM account GROUP BY asset, mode HAVING sum(bal) <> 0`,
  },
  {
    id: 'I4',
    sentence: 'an entry and its account are in the same asset',
    find: (
      since,
    ) => sql<ViolationRow>`SELECT 'asset:' || touched AS scope, concat_ws(' ', 'entry', entry.id, entry.asset, account.asset) AS hit
      FROM entry LEFT JOIN account ON account.id = entry.account_id
      CROSS JOIN LATERAL (SELECT unnest(ARRAY[entry.asset, account.asset]) AS touched) both_assets
      WHERE touched IS NOT NULL AND account.asset IS DISTINCT FROM entry.asset AND ${within(since, ({ entry }) => sql`entry.id > ${entry}::bigint`)}`,
  },
]
