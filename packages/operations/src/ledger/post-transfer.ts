import { insertTogether } from '@gateway/db/kernel/insert-together'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import { portions } from '@gateway/db/kernel/portions'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { AccountEntity } from '@gateway/db/ledger/account.entity'
import type { TransferEntity } from '@gateway/db/ledger/transfer.entity'
import { accountBounds, type LedgerTransfer } from '@gateway/domain/ledger/entry'
import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'

/**
 * Posts balanced transfers in the caller's transaction; one that was posted before (same kind, chain, reference, revision and reversed transfer) is skipped.
 *
 * Balances change in ascending account id order, so that concurrent postings cannot deadlock. The database rejects an unbalanced transfer and a
 * balance outside its account's bounds, which aborts the whole transaction on purpose.
 *
 * @returns the references that were posted now.
 */
export async function postTransfers(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  transfers: readonly LedgerTransfer[],
): Promise<Set<string>> {
  if (transfers.length === 0) return new Set()
  const at = ctx.clock.now()
  const rows = transfers.map((transfer) => ({ id: ctx.ids.uuid(), ...keyColumns(transfer), at }))
  const fresh = await insertTransfers(em, rows)
  const posted = transfers.flatMap((transfer, index) => {
    const row = rows[index]
    return row && fresh.has(row.id) ? [{ id: row.id, transfer }] : []
  })
  const entries = posted.flatMap(({ id, transfer }) => transfer.entries.map((entry) => ({ id, transfer, entry })))
  if (entries.length > 0) await postEntries(em, entries)
  return new Set(posted.map(({ transfer }) => transfer.ref))
}

const keyColumns = ({ kind, chain, ref, revision, reverses }: LedgerTransfer) => ({ kind, chain, ref, revision, reverses })

/** Ids of the transfers that are new. */
async function insertTransfers(em: Em, rows: readonly TransferEntity[]): Promise<Set<string>> {
  const fresh = new Set<string>()
  for (const portion of portions(rows)) {
    const inserted = await tables(em)
      .insertInto('transfer')
      .values(portion)
      .onConflict((oc) => oc.columns(['kind', 'ref', 'revision', 'reverses', 'chain']).doNothing())
      .returning('id')
      .execute()
    for (const { id } of inserted) fresh.add(id)
  }
  return fresh
}

interface Posting {
  readonly id: string
  readonly transfer: LedgerTransfer
  readonly entry: LedgerTransfer['entries'][number]
}

const accountKey = ({ asset, mode, code, owner }: Record<'asset' | 'mode' | 'code' | 'owner', string>): string =>
  `${asset}|${mode}|${code}|${owner}`

const keyOf = ({ transfer, entry }: Posting): string => accountKey({ ...transfer, ...entry })

async function postEntries(em: Em, postings: readonly Posting[]): Promise<void> {
  const accounts = await openAccounts(em, postings)
  const accountOf = (posting: Posting): string => {
    const id = accounts.get(keyOf(posting))
    if (id === undefined) throw new Error(`no account ${keyOf(posting)}`)
    return id
  }
  const sums = sumBy(postings, accountOf)
  await lockAccounts(em, [...sums.keys()])
  const rows = postings.map((posting) => ({
    transferId: posting.id,
    accountId: accountOf(posting),
    asset: posting.transfer.asset,
    amount: posting.entry.units,
  }))
  await insertTogether(em, [{ into: 'entry', rows }])
  await addToBalances(em, sums)
}

/** Ids of the accounts of all postings; missing accounts are opened with their bounds. */
async function openAccounts(em: Em, postings: readonly Posting[]): Promise<Map<string, string>> {
  const wanted = new Map(postings.map((posting) => [keyOf(posting), posting]))
  // One order for all callers, because opening the same accounts in different orders could deadlock.
  const postingsInOrder = [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, posting]) => posting)
  const rows = postingsInOrder.map(({ transfer, entry }) => ({
    asset: transfer.asset,
    mode: transfer.mode,
    code: entry.code,
    owner: entry.owner,
    ...accountBounds[entry.code],
    bal: 0n,
  }))
  const ids = new Map<string, string>()
  for (const portion of portions(rows)) for (const row of await openPortion(em, portion)) ids.set(accountKey(row), row.id)
  return ids
}

type AccountRow = Omit<AccountEntity, 'id'>

async function openPortion(
  em: Em,
  rows: readonly AccountRow[],
): Promise<(Pick<AccountRow, 'asset' | 'mode' | 'code' | 'owner'> & { id: string })[]> {
  await tables(em)
    .insertInto('account')
    .values(rows)
    .onConflict((oc) => oc.columns(['asset', 'mode', 'code', 'owner']).doNothing())
    .execute()
  return tables(em)
    .selectFrom('account')
    .select(['id', 'asset', 'mode', 'code', 'owner'])
    .where((eb) => eb.or(rows.map(({ asset, mode, code, owner }) => eb.and({ asset, mode, code, owner }))))
    .execute()
}

/**
 * Locks accounts in id order, before any entry refers to them.
 *
 * FOR NO KEY UPDATE: an entry's foreign key blocks FOR UPDATE on its account, so two callers could deadlock.
 */
async function lockAccounts(em: Em, ids: readonly string[]): Promise<void> {
  const inOrder = ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  await tables(em)
    .selectFrom('account')
    .select('id')
    .where(isOneOf('id', inOrder, 'bigint'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

async function addToBalances(em: Em, sums: ReadonlyMap<string, bigint>): Promise<void> {
  const ids = [...sums.keys()]
  const amounts = ids.map((id) => String(sums.get(id)))
  await sql`UPDATE account SET bal = bal + change.amount
    FROM unnest(${ids}::bigint[], ${amounts}::numeric[]) AS change (id, amount) WHERE account.id = change.id`.execute(tables(em))
}

function sumBy(postings: readonly Posting[], accountOf: (posting: Posting) => string): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const posting of postings) {
    const id = accountOf(posting)
    sums.set(id, (sums.get(id) ?? 0n) + posting.entry.units)
  }
  return sums
}
