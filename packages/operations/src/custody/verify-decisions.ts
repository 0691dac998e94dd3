import type { PolicyDecisionEntity } from '@gateway/db/custody/policy-decision.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { hashOf, SIGNER_DECISIONS } from './policy-decisions.ts'

/** Something that is not true of the record of decisions. */
export interface BrokenDecision {
  readonly problem: 'beginning_is_missing' | 'decision_is_missing' | 'decision_was_altered' | 'signed_without_decision'
  /** Where in the record, or which attempt. */
  readonly place: string
}

const PAGE = 1_000
const NOTHING = '0'.repeat(64)

/**
 * Walks the signer's decisions from the first to the last: each has its number, the hash of the one before and its own. And no transaction was
 * signed without one, which is how a decision that was cut off the end is missed.
 */
export async function verifyDecisions(em: Em): Promise<BrokenDecision[]> {
  const broken: BrokenDecision[] = []
  let [seq, hash] = [-1n, NOTHING]
  for (;;) {
    const page = await readPage(em, seq)
    for (const row of page) {
      const place = String(row.seq)
      if (BigInt(row.seq) !== seq + 1n) broken.push({ problem: 'decision_is_missing', place: String(seq + 1n) })
      else if (!isWhole(row, hash)) broken.push({ problem: 'decision_was_altered', place })
      ;[seq, hash] = [BigInt(row.seq), Buffer.from(row.hash).toString('hex')]
    }
    if (page.length < PAGE) break
  }
  if (seq < 0n) broken.push({ problem: 'beginning_is_missing', place: '0' })
  return [...broken, ...(await findUndecided(em))]
}

const readPage = (em: Em, after: bigint): Promise<PolicyDecisionEntity[]> =>
  tables(em)
    .selectFrom('policy_decision')
    .selectAll()
    .where('chainName', '=', SIGNER_DECISIONS)
    .where('seq', '>', String(after))
    .orderBy('seq')
    .limit(PAGE)
    .execute() as Promise<PolicyDecisionEntity[]>

function isWhole(row: PolicyDecisionEntity, before: string): boolean {
  const { hash, prevHash, ...stored } = row
  // What is stored was written by the policy: its rules are those of the type.
  const decision = { ...stored, rule: stored.rule as Parameters<typeof hashOf>[0]['rule'], prevHash: Buffer.from(prevHash).toString('hex') }
  return decision.prevHash === before && hashOf(decision).equals(Buffer.from(hash))
}

/** Attempts that are younger than the record and whose payouts were never allowed. */
async function findUndecided(em: Em): Promise<BrokenDecision[]> {
  const { rows } = await sql<{ place: string }>`SELECT attempt.handle AS place FROM spend_attempt attempt
    WHERE attempt.seq > (SELECT (facts ->> 'attemptSeq')::bigint FROM policy_decision WHERE chain_name = ${SIGNER_DECISIONS} AND seq = 0)
      AND EXISTS (SELECT FROM spend_intent intent WHERE intent.lead_id = attempt.intent_id
        AND NOT EXISTS (SELECT FROM policy_decision decision WHERE decision.intent_id = intent.id AND decision.outcome = 'allow'))`.execute(
    tables(em),
  )
  return rows.map(({ place }) => ({ problem: 'signed_without_decision', place }))
}
