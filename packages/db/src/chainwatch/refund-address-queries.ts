import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

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
