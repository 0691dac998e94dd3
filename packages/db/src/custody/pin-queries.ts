import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { type SelectQueryBuilder, sql } from 'kysely'
import { entityRows } from '../kernel/entity-rows.ts'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { type Tables, tables } from '../tables.ts'
import type { CommitEntity } from './commit.entity.ts'
import { findCommits } from './queries.ts'
import type { CommitPinEntity } from './commit-pin.entity.ts'

/**
 * Commits without a pin: those of some ids, those made since a moment, or a page of all, behind the last one of the page before.
 */
export type UnpinnedPage = { readonly ids: readonly string[] } | { readonly since: Date } | { readonly after: string }

/** A commit that the signer has not looked at yet, with what it is held against. */
export interface UnpinnedCommit {
  readonly commit: CommitEntity
  readonly payment: { readonly chain: ChainCode; readonly asset: AssetCode; readonly address: string; readonly feeBps: number }
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly usdRate: string
  /** The signature on the address, where the pool has it. */
  readonly poolSig: Uint8Array | null
}

/** Commits of payments of some chains that have no pin. */
export async function findUnpinnedCommits(
  em: Em,
  page: UnpinnedPage & { readonly chains: readonly ChainCode[]; readonly limit: number },
): Promise<UnpinnedCommit[]> {
  const waiting = tables(em)
    .selectFrom('commit')
    .innerJoin('payment', 'payment.id', 'commit.subjectId')
    .innerJoin('quote', 'quote.id', 'payment.quoteId')
    .leftJoin('address_pool as pool', (join) => join.onRef('pool.chain', '=', 'commit.chain').onRef('pool.address', '=', 'commit.address'))
    .selectAll('commit')
    .select(['payment.businessId as businessId', 'payment.mode', 'quote.usdRate as usdRate', 'pool.sig as poolSig'])
    .select(['payment.chain as paidChain', 'payment.asset as paidAsset', 'payment.address as paidAddress', 'payment.feeBps as paidBps'])
    .whereRef('payment.commitId', '=', 'commit.id')
    .where('commit.subject', '=', 'payment')
    .where('commit.chain', 'in', [...page.chains])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('commit_pin').select('commitId').whereRef('commit_pin.commitId', '=', 'commit.id'))),
    )
    .limit(page.limit)
  const { sql: text, parameters } = within(waiting, page).compile()
  const rows = await runStatement<Beside>(em, text, parameters)
  const commits = entityRows(em, 'commit', rows)
  return rows.flatMap(({ paidChain, paidAsset, paidAddress, paidBps, ...beside }, place) => {
    const commit = commits[place]
    const payment = { chain: paidChain, asset: paidAsset, address: paidAddress, feeBps: paidBps }
    return commit ? [{ ...beside, commit, payment }] : []
  })
}

/** What is read with a commit. */
interface Beside extends Pick<UnpinnedCommit, 'businessId' | 'mode' | 'usdRate' | 'poolSig'> {
  readonly paidChain: ChainCode
  readonly paidAsset: AssetCode
  readonly paidAddress: string
  readonly paidBps: number
}

/** The part of the commits that a page is about. */
function within<Row>(commits: SelectQueryBuilder<Tables, 'commit', Row>, page: UnpinnedPage): SelectQueryBuilder<Tables, 'commit', Row> {
  if ('ids' in page) return commits.where(sql<boolean>`commit.id = ANY(${[...page.ids]}::uuid[])`)
  if ('since' in page) return commits.where('commit.createdAt', '>=', page.since).orderBy('commit.createdAt')
  return commits.where('commit.id', '>', page.after).orderBy('commit.id')
}

/** Adds pins; a commit that has one keeps it. */
export async function insertCommitPins(em: Em, pins: readonly CommitPinEntity[]): Promise<void> {
  const column = <Key extends keyof CommitPinEntity>(key: Key): CommitPinEntity[Key][] => pins.map((pin) => pin[key])
  const text = `INSERT INTO commit_pin (commit_id, business_id, mode, usd_rate, mac, refused, pinned_at, usable_at)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::numeric[], $5::bytea[], $6::text[], $7::timestamptz[], $8::timestamptz[])
    ON CONFLICT DO NOTHING`
  const keys = ['commitId', 'businessId', 'mode', 'usdRate', 'mac', 'refused', 'pinnedAt', 'usableAt'] as const
  await runStatement(em, text, keys.map(column))
}

/** What the signer has said of some commits: those that it has looked at, each with the reason when it refuses. */
export async function findVerdicts(em: Em, ids: readonly string[]): Promise<{ commitId: string; refused: string | null }[]> {
  const { rows } = await sql<{ commitId: string; refused: string | null }>`
    SELECT commit_id AS "commitId", refused FROM commit_pin WHERE commit_id = ANY (${ids}::uuid[])`.execute(tables(em))
  return rows
}

/** Pins of some commits. */
export async function findCommitPins(em: Em, ids: readonly string[]): Promise<Map<string, CommitPinEntity>> {
  const rows = (await tables(em)
    .selectFrom('commit_pin')
    .selectAll()
    .where('commitId', 'in', [...ids])
    .execute()) as CommitPinEntity[]
  return new Map(rows.map((row) => [row.commitId, row]))
}

/** A commit to an address that a payer named, with the payment whose money it is. */
export interface UnpinnedReturn {
  readonly commit: CommitEntity
  readonly paymentId: string
  /** What the payment itself was committed to. */
  readonly own: CommitEntity
  readonly ownPin: CommitPinEntity | undefined
  /** The address that is named is one that this deployment gives out or watches. */
  readonly isOurs: boolean
}

/** Commits of returns that the signer has not looked at yet, the oldest first; a commit that belongs to no return is none. */
export async function findUnpinnedReturns(em: Em, page: { chains: readonly ChainCode[]; limit: number }): Promise<UnpinnedReturn[]> {
  const payer = sql<string>`commit.recipients -> 0 ->> 'address'`
  const rows = await tables(em)
    .selectFrom('commit')
    .innerJoin('payment_return as back', 'back.commitId', 'commit.id')
    .innerJoin('payment', 'payment.id', 'back.paymentId')
    .selectAll('commit')
    .select(['payment.id as paymentId', 'payment.commitId as ownId'])
    .select(
      sql<boolean>`EXISTS (SELECT FROM watch WHERE watch.chain = commit.chain AND watch.address = ${payer})
        OR EXISTS (SELECT FROM address_pool pool WHERE pool.chain = commit.chain AND pool.address = ${payer})`.as('isOurs'),
    )
    .where('commit.subject', '=', 'payment_return')
    .whereRef('commit.subjectId', '=', 'back.id')
    .where('commit.chain', 'in', [...page.chains])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('commit_pin').select('commitId').whereRef('commit_pin.commitId', '=', 'commit.id'))),
    )
    .orderBy('commit.createdAt')
    .limit(page.limit)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ ownId }) => ownId)
  const [owns, pins] = [await findCommits(em, ids), await findCommitPins(em, ids)]
  return rows.flatMap(({ paymentId, ownId, isOurs, ...commit }) => {
    const own = owns.get(ownId)
    return own ? [{ commit, paymentId, own, ownPin: pins.get(ownId), isOurs }] : []
  })
}
