import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { isOutgoing, processorPurposeNames } from '@gateway/domain/cards/purposes'
import type { Decision } from '@gateway/domain/custody/decision-log'
import { type RawBuilder, sql } from 'kysely'
import { isDecisionMac } from './decision-mac.ts'
import type { DecidingContext, DecidingRole } from './decision-log.ts'

/** A fault in the decision log. */
export interface AlteredDecision {
  readonly problem: 'record_has_a_gap' | 'decision_was_altered' | 'signed_without_decision'
  /** The sequence number, or the attempt: the payment of a Lightning send, the intent of card money. */
  readonly place: string
}

const PAGE = 1_000
/** A charge brings money in, which is nobody's decision here. */
const outgoing = processorPurposeNames.filter(isOutgoing)

/** What each role must not have done without a decision that allows it. */
const undecided: Readonly<Record<DecidingRole, RawBuilder<unknown>>> = {
  signer: sql`SELECT attempt.handle FROM spend_attempt attempt
    WHERE attempt.seq > (SELECT since_attempt FROM decision_count WHERE role = 'signer')
      AND EXISTS (SELECT FROM spend_intent intent WHERE intent.lead_id = attempt.intent_id AND NOT EXISTS (SELECT FROM policy_decision decision
        WHERE decision.intent_id = intent.id AND decision.outcome = 'allow' AND decision.role = 'signer' AND decision.seq > 0))`,
  lightning: sql`SELECT attempt.payment_id::text FROM lightning_attempt attempt
    WHERE attempt.calls > 0 AND NOT EXISTS (SELECT FROM policy_decision decision
      WHERE decision.intent_id = attempt.payment_id AND decision.outcome = 'allow' AND decision.role = 'lightning' AND decision.seq > 0)`,
  processor: sql`SELECT attempt.intent_id::text FROM processor_attempt attempt JOIN processor_intent intent ON intent.id = attempt.intent_id
    WHERE intent.purpose = ANY(${outgoing}) AND NOT EXISTS (SELECT FROM policy_decision decision
      WHERE decision.intent_id = attempt.intent_id AND decision.outcome = 'allow' AND decision.role = 'processor' AND decision.seq > 0)`,
}

/** Faults of a role's log that show without its key: gaps in the sequence, numbers above the count, and what left without a decision. */
export async function findMissingDecisions(em: Em, { role }: { role: DecidingRole }): Promise<AlteredDecision[]> {
  const { rows } = await sql<AlteredDecision>`SELECT 'record_has_a_gap' AS problem, (before + 1)::text AS place
      FROM (SELECT seq, lag(seq, 1, 0) OVER (ORDER BY seq) AS before FROM (
        SELECT seq FROM policy_decision WHERE role = ${role} AND seq > 0
        UNION ALL SELECT seq + 1 FROM decision_count WHERE role = ${role}) AS numbers) AS places
      WHERE seq <> before + 1
    UNION ALL SELECT 'signed_without_decision', place FROM (${undecided[role]}) AS left_undecided (place)`.execute(tables(em))
  return rows
}

/** Decisions of a role with an invalid MAC: altered, or inserted without its key. */
export async function findAlteredDecisions(
  em: Em,
  { role, keys }: Pick<DecidingContext, 'keys'> & { role: DecidingRole },
): Promise<AlteredDecision[]> {
  const broken: AlteredDecision[] = []
  for (let [after, more] = ['0', true]; more;) {
    const page = await readPage(em, { role, after })
    const altered = page.filter(({ mac, ...decision }) => !isDecisionMac(keys, decision, mac))
    broken.push(...altered.map((row): AlteredDecision => ({ problem: 'decision_was_altered', place: row.seq })))
    ;[after, more] = [page.at(-1)?.seq ?? after, page.length === PAGE]
  }
  return broken
}

/** The policy wrote the rows, so their types hold; any other row has no valid MAC. */
const readPage = (em: Em, { role, after }: { role: DecidingRole; after: string }): Promise<(Decision & { readonly mac: Uint8Array })[]> =>
  tables(em)
    .selectFrom('policy_decision')
    .selectAll()
    .where('role', '=', role)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(PAGE)
    .execute() as Promise<(Decision & { readonly mac: Uint8Array })[]>
