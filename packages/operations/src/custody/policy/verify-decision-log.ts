import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Decision } from '@gateway/domain/custody/decision-log'
import { sql } from 'kysely'
import { isDecisionMac } from './decision-mac.ts'
import { SIGNER_DECISIONS } from './decision-log.ts'
import type { SignerKeys } from '../keys/signer-keys.ts'

/** A fault in the decision log. */
export interface AlteredDecision {
  readonly problem: 'record_has_a_gap' | 'decision_was_altered' | 'signed_without_decision'
  /** The sequence number, or the attempt. */
  readonly place: string
}

const PAGE = 1_000

/** Faults that show without a key: gaps in the sequence, numbers above the count, and transactions signed without a decision. */
export async function findMissingDecisions(em: Em): Promise<AlteredDecision[]> {
  const { rows } = await sql<AlteredDecision>`SELECT 'record_has_a_gap' AS problem, (before + 1)::text AS place
      FROM (SELECT seq, lag(seq, 1, 0) OVER (ORDER BY seq) AS before FROM (
        SELECT seq FROM policy_decision WHERE role = ${SIGNER_DECISIONS} AND seq > 0
        UNION ALL SELECT seq + 1 FROM decision_count WHERE role = ${SIGNER_DECISIONS}) AS numbers) AS places
      WHERE seq <> before + 1
    UNION ALL SELECT 'signed_without_decision', attempt.handle FROM spend_attempt attempt
      WHERE attempt.seq > (SELECT since_attempt FROM decision_count WHERE role = ${SIGNER_DECISIONS})
        AND EXISTS (SELECT FROM spend_intent intent WHERE intent.lead_id = attempt.intent_id AND NOT EXISTS (SELECT FROM policy_decision decision
          WHERE decision.intent_id = intent.id AND decision.outcome = 'allow' AND decision.role = ${SIGNER_DECISIONS} AND decision.seq > 0))`.execute(
    tables(em),
  )
  return rows
}

/** Decisions with an invalid MAC: altered, or inserted without the signer's key. */
export async function findAlteredDecisions(em: Em, keys: Pick<SignerKeys, 'decisionKeys'>): Promise<AlteredDecision[]> {
  const broken: AlteredDecision[] = []
  for (let [seq, more] = ['0', true]; more;) {
    const page = await readPage(em, seq)
    const altered = page.filter(({ mac, ...decision }) => !isDecisionMac(keys, decision, mac))
    broken.push(...altered.map((row): AlteredDecision => ({ problem: 'decision_was_altered', place: row.seq })))
    ;[seq, more] = [page.at(-1)?.seq ?? seq, page.length === PAGE]
  }
  return broken
}

/** The policy wrote the rows, so their types hold; any other row has no valid MAC. */
const readPage = (em: Em, after: string): Promise<(Decision & { readonly mac: Uint8Array })[]> =>
  tables(em)
    .selectFrom('policy_decision')
    .selectAll()
    .where('role', '=', SIGNER_DECISIONS)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(PAGE)
    .execute() as Promise<(Decision & { readonly mac: Uint8Array })[]>
