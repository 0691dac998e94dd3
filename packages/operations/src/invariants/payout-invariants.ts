import { APPROVALS } from '@gateway/domain/custody/approval'
import { type RawBuilder, sql } from 'kysely'
import { type ViolationRow, type Invariant, SCOPE_OF_INTENT, type Since, within } from './invariant.ts'

interface Said {
  readonly chain: RawBuilder<unknown>
  readonly txId: RawBuilder<unknown>
  /** A further condition on the approval's terms. */
  readonly matching?: RawBuilder<unknown>
}

/** True when enough operators have approved the same treasury transfer for a transaction. */
const isSaid = ({ chain, txId, matching = sql`true` }: Said) => sql`EXISTS (SELECT FROM approval said
  WHERE said.kind = 'treasury_move' AND said.subject = ${txId} AND said.terms ->> 'chain' = ${chain} AND ${matching} GROUP BY said.terms HAVING count(*) >= ${APPROVALS})`

const settledLegs: Invariant = {
  id: 'I5',
  sentence:
    'a settled leg received the sum of merchant amount, fee, network fee and shortfall, in the ledger as on the chain, and its fee is in the treasury or owed to it',
  find: (since) => sql<ViolationRow>`WITH leg AS (
      SELECT intent.id, ${SCOPE_OF_INTENT} AS scope, intent.amount, intent.fee_units, intent.network_fee_units, intent.short_units, intent.posting,
        intent.merchant_units + intent.fee_units + intent.network_fee_units AS paid
      FROM spend_intent intent WHERE intent.state = 'final' AND ${within(since, ({ at }) => sql`intent.updated_at >= ${at}::timestamptz`)}),
    booked AS (
      SELECT leg.id,
        coalesce(sum(entry.amount) FILTER (WHERE transfer.kind = 'settle' AND account.code = 'chain:inflight'), 0) AS settled,
        coalesce(-sum(entry.amount) FILTER (WHERE transfer.kind = 'plan' AND (account.code IN ('payment:held', 'escrow:held') OR starts_with(account.code, 'suspense:'))), 0) AS released,
        coalesce(sum(entry.amount) FILTER (WHERE account.code = 'platform:fee'), 0) AS fee,
        coalesce(sum(entry.amount) FILTER (WHERE account.code = 'suspense:shortfall' AND entry.amount > 0), 0) AS short,
        coalesce(sum(entry.amount) FILTER (WHERE account.code IN ('merchant:payable', 'party:payable')), 0) AS owed,
        coalesce(-sum(entry.amount) FILTER (WHERE transfer.kind = 'settle' AND account.code IN ('chain:treasury', 'merchant:receivable')), 0) AS earned
      FROM leg JOIN transfer ON transfer.ref = leg.id::text AND transfer.revision = leg.posting AND transfer.kind IN ('plan', 'settle')
        JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id GROUP BY 1),
    received AS (SELECT leg.id, sum(deposit.units) AS units FROM leg JOIN deposit ON deposit.intent_id = leg.id GROUP BY 1)
    SELECT leg.scope, concat_ws(' ', 'leg', leg.id) AS hit, leg.amount::text AS amount, leg.paid::text AS paid,
      received.units::text AS received, booked.settled::text AS settled, booked.released::text AS released, booked.earned::text AS earned, booked.short::text AS short, (flush.merchant_units + flush.fee_units + flush.network_fee_units)::text AS flushed
    FROM leg LEFT JOIN booked USING (id) LEFT JOIN received USING (id) LEFT JOIN flush ON flush.intent_id = leg.id
    WHERE leg.paid + leg.short_units <> leg.amount OR booked.short IS DISTINCT FROM leg.short_units OR received.units IS DISTINCT FROM leg.amount OR booked.settled IS DISTINCT FROM leg.amount
      OR booked.released IS DISTINCT FROM leg.amount OR booked.fee IS DISTINCT FROM leg.fee_units OR booked.owed IS DISTINCT FROM 0
      OR booked.earned IS DISTINCT FROM leg.fee_units
      OR (flush.intent_id IS NOT NULL AND (leg.network_fee_units <> flush.network_fee_units OR flush.merchant_units + flush.fee_units + flush.network_fee_units <> leg.paid))
      OR (flush.intent_id IS NULL AND leg.short_units <> 0)`,
}

const oneOutcome: Invariant = {
  id: 'I6',
  // A contract decides for itself. Until its block is final a leg of another outcome waits, and then it is void: only one that was paid contradicts it.
  sentence: 'an escrow has one outcome, which is the recorded one; a release pays its whole amount less the fee, and a refund takes no fee',
  find: (since) => sql<ViolationRow>`WITH leg AS (
      SELECT intent.ref, intent.purpose, intent.amount, intent.excess_units, intent.fee_units, escrow.amount_units, escrow.fee_bps,
        'escrow_' || coalesce(contract.outcome, settlement.outcome) AS decided
      FROM spend_intent intent LEFT JOIN escrow ON escrow.id::text = intent.ref LEFT JOIN settlement ON settlement.escrow_id = escrow.id
        LEFT JOIN contract_outcome contract ON contract.subject = 'escrow' AND contract.subject_id = intent.ref AND contract.chain = intent.chain
      WHERE intent.purpose IN ('escrow_release', 'escrow_refund') AND intent.state <> 'void'
        AND (contract.outcome IS NULL OR intent.state = 'final' OR intent.purpose = 'escrow_' || contract.outcome) AND ${within(
          since,
          ({ at }) => sql`intent.ref IN (SELECT fresh.ref FROM spend_intent fresh
          WHERE fresh.purpose IN ('escrow_release', 'escrow_refund') AND fresh.updated_at >= ${at}::timestamptz)`,
        )})
    SELECT 'escrow:' || ref AS scope, concat_ws(' ', 'escrow', ref) AS hit, count(DISTINCT purpose) AS outcomes FROM leg GROUP BY ref
    HAVING count(DISTINCT purpose) > 1 OR coalesce(sum(fee_units) FILTER (WHERE purpose = 'escrow_refund'), 0) <> 0
      OR bool_or(decided IS DISTINCT FROM purpose)
      OR bool_or(purpose = 'escrow_release' AND (amount - excess_units IS DISTINCT FROM amount_units OR fee_units > amount_units * fee_bps / 10000))`,
}

const coinsInCustody: Invariant = {
  id: 'I7',
  sentence: 'custody balances equal the credited deposits that no final payout has taken',
  // Unsettled rows are found by index, so one query serves both forms of check run.
  find: () => sql<ViolationRow>`WITH lying AS (
      SELECT asset, sum(units) AS units FROM (
        SELECT asset, units FROM deposit WHERE credit_revision IS NOT NULL AND intent_id IS NULL AND subject <> 'treasury'
        UNION ALL SELECT deposit.asset, deposit.units FROM spend_intent intent JOIN deposit ON deposit.intent_id = intent.id
          WHERE intent.state <> 'final' AND deposit.credit_revision IS NOT NULL) AS unsettled
      GROUP BY asset),
    booked AS (SELECT asset, -sum(bal) AS units FROM account WHERE code IN ('chain:deposit', 'chain:inflight') GROUP BY asset)
    SELECT 'asset:' || asset AS scope, concat_ws(' ', asset, coalesce(booked.units, 0) - coalesce(lying.units, 0)) AS hit,
      coalesce(booked.units, 0)::text AS booked, coalesce(lying.units, 0)::text AS lying
    FROM lying FULL JOIN booked USING (asset) WHERE coalesce(booked.units, 0) <> coalesce(lying.units, 0)`,
}

/** What the ledger has posted out of the treasury in one way, by transaction. */
const leftTreasury = (
  kind: 'gas' | 'moved',
  since: Since,
) => sql`SELECT transfer.id, transfer.chain, transfer.ref, transfer.revision, entry.asset, sum(entry.amount) AS units FROM entry JOIN transfer ON transfer.id = entry.transfer_id
      JOIN account ON account.id = entry.account_id
    WHERE transfer.kind = ${sql.lit(kind)} AND account.code = 'chain:treasury' AND ${within(since, ({ entry }) => sql`entry.id > ${entry}::bigint`)}
    GROUP BY transfer.id, entry.asset`

const gasOfOurs: Invariant = {
  id: 'I7',
  // Reversed gas was paid in an orphaned block. Fundings are deposits (I13), fees are those of settled legs (I5); the balance itself is for a node to prove.
  sentence: 'the treasury pays gas for the gateway’s transactions only, at the amount of their receipts',
  find: (since) => sql<ViolationRow>`WITH gas AS (${leftTreasury('gas', since)})
    SELECT 'asset:' || gas.asset AS scope, concat_ws(' ', 'gas', gas.chain, concat(gas.ref, '#' || nullif(gas.revision, 0)), gas.units) AS hit FROM gas
    LEFT JOIN LATERAL (
      (SELECT true AS known FROM spend_attempt attempt WHERE attempt.chain = gas.chain AND attempt.handle = gas.ref AND attempt.state <> 'dead' AND attempt.fee = gas.units LIMIT 1)
      UNION ALL (SELECT true FROM spend_attempt attempt WHERE attempt.chain = gas.chain AND attempt.handle = gas.ref AND attempt.state = 'dead' AND attempt.fee = gas.units LIMIT 1)
      UNION ALL (SELECT true FROM unattributed_payout lost WHERE lost.chain = gas.chain AND lost.tx_id = gas.ref LIMIT 1)
      UNION ALL (SELECT true WHERE ${isSaid({ chain: sql`gas.chain`, txId: sql`gas.ref`, matching: sql`gas.revision = 0 AND said.terms ->> 'feeUnits' = gas.units::text` })})
    ) AS ours ON true
    WHERE ours.known IS NULL AND NOT EXISTS (SELECT FROM transfer undone WHERE undone.reverses = gas.id)`,
}

const movedByPeople: Invariant = {
  id: 'I7',
  sentence: 'every treasury transfer has the amount that two operators approved',
  find: (since) => sql<ViolationRow>`WITH moved AS (${leftTreasury('moved', since)})
    SELECT 'asset:' || moved.asset AS scope, concat_ws(' ', 'moved', moved.chain, moved.ref, moved.units) AS hit FROM moved
    WHERE NOT ${isSaid({ chain: sql`moved.chain`, txId: sql`moved.ref`, matching: sql`said.terms ->> 'units' = moved.units::text` })}`,
}

const knownSpends: Invariant = {
  id: 'I8',
  sentence: 'every outgoing transaction was signed by the gateway, pays committed recipients, or is an approved treasury transfer',
  find: (
    since,
  ) => sql<ViolationRow>`SELECT 'global' AS scope, concat_ws(' ', outgoing_transaction.chain, outgoing_transaction.tx_id) AS hit, outgoing_transaction.height FROM outgoing_transaction
    WHERE NOT outgoing_transaction.committed_flush AND ${within(since, ({ at }) => sql`outgoing_transaction.at >= ${at}::timestamptz`)}
      AND NOT EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.handle = outgoing_transaction.tx_id AND spend_attempt.state <> 'dead')
      AND NOT EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.handle = outgoing_transaction.tx_id AND spend_attempt.state = 'dead')
      AND NOT EXISTS (SELECT FROM unattributed_payout WHERE unattributed_payout.chain = outgoing_transaction.chain AND unattributed_payout.tx_id = outgoing_transaction.tx_id)
      AND NOT ${isSaid({ chain: sql`outgoing_transaction.chain`, txId: sql`outgoing_transaction.tx_id` })}`,
}

/** Money leaves only as decided, and everything else is still in custody. */
export const payoutInvariants: readonly Invariant[] = [settledLegs, oneOutcome, coinsInCustody, gasOfOurs, movedByPeople, knownSpends]
