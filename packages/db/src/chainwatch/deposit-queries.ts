import { purposesWhere } from '@gateway/domain/custody/purposes'
import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { Observation } from '@gateway/domain/chainwatch/deposit-replay'
import type { HeldAccount } from '@gateway/domain/ledger/entry'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { isOneOf } from '../kernel/is-one-of.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { DepositEntity } from './deposit.entity.ts'

/**
 * Objects with a deposit that may be credited at this height, or that has its confirmations since another height and was credited before,
 * because a final flush has paid it out.
 */
export async function findMature(
  em: Em,
  { chain, height, after }: { chain: ChainCode; height: number; after: number },
): Promise<{ subject: WatchSubject; subjectId: string }[]> {
  const included = tables(em)
    .selectFrom('deposit')
    .select(['subject', 'subjectId'])
    .where('chain', '=', chain)
    .where('state', '=', 'included')
  return included
    .where('creditRevision', 'is', null)
    .where('maturesAt', '<=', height)
    .union(included.where('creditRevision', 'is not', null).where('maturesAt', '>', after).where('maturesAt', '<=', height))
    .execute()
}

/** Objects with a deposit that is there and not credited yet; a token that nobody serves never is. */
export async function findAwaited(em: Em, { chain }: { chain: ChainCode }): Promise<{ subject: WatchSubject; subjectId: string }[]> {
  const awaited = tables(em).selectFrom('deposit').select(['subject', 'subjectId']).where('chain', '=', chain)
  return awaited
    .where('state', '=', 'seen')
    .union(awaited.where('state', '=', 'included').where('creditRevision', 'is', null).where('asset', 'is not', null))
    .execute()
}

/** Every deposit of some objects, gone ones too: objects are judged by all that ever happened to them. */
export async function findDepositsOf(
  em: Em,
  { subject, subjectIds }: { subject: WatchSubject; subjectIds: readonly string[] },
): Promise<DepositEntity[]> {
  return tables(em)
    .selectFrom('deposit')
    .selectAll()
    .where('subject', '=', subject)
    .where(isOneOf('deposit.subjectId', subjectIds, 'text'))
    .orderBy('id')
    .execute() as Promise<DepositEntity[]>
}

/** Says from which height on deposits may be credited. */
export async function setMaturity(em: Em, rows: readonly { id: string; maturesAt: number }[]): Promise<void> {
  if (rows.length === 0) return
  await sql`UPDATE deposit SET matures_at = known.matures_at
    FROM unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.maturesAt)}::int[]) AS known (id, matures_at)
    WHERE deposit.id = known.id AND deposit.matures_at IS DISTINCT FROM known.matures_at`.execute(tables(em))
}

/** A deposit's credit: its revision in the ledger, and the account that holds it. */
export interface Credit {
  readonly id: string
  readonly creditRevision: number
  readonly heldIn: HeldAccount
}

/** Remembers under which revision deposits were credited in the ledger, and where they are held. */
export async function markCredited(em: Em, rows: readonly Credit[]): Promise<void> {
  if (rows.length === 0) return
  const [ids, revisions, accounts] = [rows.map((row) => row.id), rows.map((row) => row.creditRevision), rows.map((row) => row.heldIn)]
  await sql`UPDATE deposit SET credit_revision = known.credit_revision, held_in = known.held_in
    FROM unnest(${ids}::text[], ${revisions}::integer[], ${accounts}::text[]) AS known (id, credit_revision, held_in)
    WHERE deposit.id = known.id`.execute(tables(em))
}

/**
 * Every observation of all deposits that some objects ever had, in the order of observation; deposits that have another owner by now
 * are included.
 */
export async function findObservationsOf(em: Em, { subjectIds }: { subjectIds: readonly string[] }): Promise<Observation[]> {
  const own = tables(em)
    .selectFrom('observation as own')
    .select('own.depositId')
    .where('own.subjectId', 'in', [...subjectIds])
  return tables(em)
    .selectFrom('observation')
    .leftJoin('deposit', 'deposit.id', 'observation.depositId')
    .select(['observation.depositId', 'observation.subjectId', 'observation.asset', 'observation.units', 'observation.kind'])
    .select(['observation.height', 'observation.blockHash', 'observation.at', 'observation.inheritedArrival', 'deposit.txId'])
    .where('observation.depositId', 'in', own)
    .orderBy('observation.id')
    .execute()
}

/** Which chain is looked at, up to which height its blocks are final, and whether a signed transaction stands until a final block excludes it. */
interface Loss {
  readonly chain: ChainCode
  readonly finalHeight: number
  readonly needsProof: boolean
}

/**
 * Open payouts that have lost a part of their deposits for good and still count on it; of those that end without deposits also payouts that have lost all. With
 * `needsProof`, one whose transaction is on its way only once another transaction, which is final, has spent what the lost part needs, and then also what
 * has lost all.
 */
export async function findCountingOnLost(em: Em, { chain, finalHeight, needsProof }: Loss): Promise<string[]> {
  const live = sql`SELECT FROM spend_attempt live WHERE live.intent_id = payout.lead_id AND live.state IN ('signed', 'broadcast')`
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT payout.id
    FROM deposit lost JOIN spend_intent payout ON payout.id = lost.intent_id AND payout.state <> 'final'
    WHERE lost.chain = ${chain} AND lost.dead AND lost.intent_id IS NOT NULL
      AND (payout.purpose = ANY (${purposesWhere('endsWithoutDeposits')}::text[]) OR EXISTS (SELECT FROM deposit kept WHERE kept.intent_id = payout.id AND NOT kept.dead)
        OR (${needsProof}::boolean AND EXISTS (${live})))
      AND (NOT ${needsProof}::boolean OR NOT EXISTS (${live})
        OR EXISTS (SELECT FROM deposit_input rival WHERE rival.chain = lost.chain AND rival.tx_id = lost.tx_id AND rival.rival_height <= ${finalHeight}))`.execute(
    tables(em),
  )
  return rows.map(({ id }) => id)
}
