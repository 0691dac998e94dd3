import { sql } from 'kysely'
import { type Invariant, type ViolationRow, within } from './invariant.ts'

const setAside = sql`CASE WHEN payment.is_internal THEN 0 ELSE payment.amount_msat + payment.reserve_msat END`

/** Wallets have no more than the node, and each no more set aside than its sends. */
export const lightningInvariants: readonly Invariant[] = [
  {
    id: 'I9',
    sentence: 'what all wallets have and have set aside is in the channels of the node',
    // Both were read at one moment: the row is that of the last minute.
    find: () => sql<ViolationRow>`SELECT 'lightning' AS scope,
        concat_ws(' ', 'node', 'lacks', owed_msat - local_msat - unsettled_local_msat - pending_local_msat) AS hit, owed_msat::text AS owed,
        local_msat::text AS local, unsettled_local_msat::text AS unsettled, pending_local_msat::text AS pending, as_of
      FROM lightning_funds WHERE owed_msat > local_msat + unsettled_local_msat + pending_local_msat`,
  },
  {
    id: 'I9',
    sentence: 'a wallet has set aside what its pending sends may take',
    // Reads the wallets that have something set aside, and the sends that are pending: few, whatever has ended.
    find: () => sql<ViolationRow>`WITH pending AS (
        SELECT payment.node_id::text AS owner, payment.mode, sum(${setAside}) AS msat FROM lightning_payment payment
        WHERE payment.direction = 'outgoing' AND payment.look_at IS NOT NULL GROUP BY 1, 2),
      reserved AS (SELECT owner, mode, bal AS msat FROM account WHERE asset = 'LN' AND code = 'ln:reserve' AND bal <> 0)
      SELECT 'lightning' AS scope, concat_ws(' ', 'wallet', coalesce(pending.owner, reserved.owner), coalesce(reserved.msat, 0) - coalesce(pending.msat, 0)) AS hit
      FROM pending FULL JOIN reserved ON reserved.owner = pending.owner AND reserved.mode = pending.mode
      WHERE coalesce(reserved.msat, 0) <> coalesce(pending.msat, 0)`,
  },
  {
    id: 'I9',
    sentence: 'a settled Lightning payment is booked with its amount and fee, and no other is',
    find: (since) => sql<ViolationRow>`WITH looked AS (
        SELECT payment.* FROM lightning_payment payment
        WHERE payment.event_sequence > 0 AND ${within(since, ({ event }) => sql`payment.id IN (SELECT object_id FROM event WHERE position > ${event}::bigint)`)}),
      booked AS (
        SELECT looked.id, account.owner, sum(entry.amount) AS msat FROM looked
        JOIN transfer ON transfer.kind IN ('ln_received', 'ln_internal', 'ln_reserved', 'ln_settled') AND transfer.ref = CASE
          WHEN looked.direction = 'incoming' AND looked.preimage IS NOT NULL AND EXISTS (SELECT FROM lightning_payment paid
            WHERE paid.payment_hash = looked.payment_hash AND paid.is_internal AND paid.state = 'settled')
          THEN (SELECT paid.id::text FROM lightning_payment paid WHERE paid.payment_hash = looked.payment_hash AND paid.is_internal AND paid.state = 'settled')
          ELSE looked.id::text END
        JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
        WHERE account.code IN ('ln:wallet', 'ln:reserve') AND account.owner = looked.node_id::text GROUP BY 1, 2)
      SELECT 'lightning' AS scope, concat_ws(' ', 'payment', looked.id, coalesce(booked.msat, 0)) AS hit, looked.amount_msat::text AS amount
      FROM looked LEFT JOIN booked ON booked.id = looked.id
      WHERE looked.state <> 'settled' OR coalesce(booked.msat, 0) <>
        CASE looked.direction WHEN 'incoming' THEN looked.amount_msat ELSE -(looked.amount_msat + looked.fee_msat) END`,
  },
]
