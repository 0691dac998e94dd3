import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The owner of a watched address. */
export interface WatchedAddress {
  readonly address: string
  readonly subject: WatchSubject
  readonly subjectId: string
}

/** The same with what vouches for it: nothing does when the frozen terms of the payment name another address. */
interface FoundAddress extends WatchedAddress {
  readonly isVouched: boolean
}

/**
 * Which of these addresses are ours; one index look-up each, however many addresses are watched. The limit forbids a join, for which the planner
 * would read the whole table once a block is large. Chains whose addresses are spelt in more than one way are watched in lower case.
 */
export async function findWatchedAddresses(
  em: Em,
  { chain, addresses }: { chain: ChainCode; addresses: readonly string[] },
): Promise<Map<string, FoundAddress>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<FoundAddress>`
    SELECT found.address, found.subject, found.subject_id AS "subjectId", found.subject = 'treasury' OR EXISTS (
      SELECT FROM payout_terms WHERE payout_terms.subject = found.subject AND payout_terms.chain = ${chain} AND found.address IN (payout_terms.address, lower(payout_terms.address))
        AND payout_terms.subject_id = CASE WHEN pg_input_is_valid(found.subject_id, 'uuid') THEN found.subject_id::uuid END
    ) AS "isVouched"
    FROM unnest(${[...new Set(addresses)]}::text[]) AS asked (address)
    CROSS JOIN LATERAL (SELECT address, subject, subject_id FROM watched_address WHERE watched_address.chain = ${chain} AND watched_address.address = asked.address LIMIT 1) AS found`.execute(
    tables(em),
  )
  return new Map(rows.map((row) => [row.address, row]))
}

/** What a block has to be compared with for the refunds that merchants pay. */
export interface RefundWatch {
  /** The addresses among those asked for at which a refund is watched, or where a reorg removed a transfer of one. */
  readonly keys: ReadonlySet<string>
  /** True while a counted transfer of the chain waits for its confirmations. */
  readonly hasUnsettled: boolean
}

/** One query for a block, and one index look-up for each address, however many refunds are open. */
export async function findRefundWatch(
  em: Em,
  { chain, addresses }: { chain: ChainCode; addresses: readonly string[] },
): Promise<RefundWatch> {
  const { rows } = await sql<{ keys: string[]; hasUnsettled: boolean }>`SELECT
    ARRAY(SELECT asked.address FROM unnest(${[...new Set(addresses)]}::text[]) AS asked (address)
      WHERE EXISTS (SELECT FROM assisted_refund WHERE assisted_refund.chain = ${chain} AND assisted_refund.watch_key = asked.address
          AND assisted_refund.state IN ('named', 'paying'))
        OR EXISTS (SELECT FROM refund_transfer WHERE refund_transfer.chain = ${chain} AND refund_transfer.watch_key = asked.address
          AND refund_transfer.state = 'gone')) AS keys,
    EXISTS (SELECT FROM refund_transfer WHERE chain = ${chain} AND state = 'included' AND refund_id IS NOT NULL) AS "hasUnsettled"`.execute(
    tables(em),
  )
  return { keys: new Set(rows[0]?.keys), hasUnsettled: rows[0]?.hasUnsettled === true }
}
