import type { Transfer } from '@gateway/chains/rail/transfer'
import { portions } from '@gateway/db/kernel/portions'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { logPositions } from '../deposits/log-positions.ts'
import type { MatchedBlock } from '../deposits/hit.ts'

/**
 * Records what a block shows to have reached and left, on this chain, addresses of payments of another chain. It is in no ledger and changes no
 * payment: no request was for it, and its address pays the payment's merchant and the platform only, also when a third party flushes it.
 */
export async function recordWrongChain(
  em: Em,
  { chain, matched, at }: { chain: ChainCode; matched: MatchedBlock; at: Date },
): Promise<void> {
  const { hits } = matched.wrongChain
  const { height, txIds } = matched.block
  const placeOf = logPositions(txIds)
  const rows = hits.map(({ transfer, watched: { address, subject, subjectId } }) => {
    const { ref, txId, units } = transfer
    return { chain, ref, txId, address, subject, subjectId, ...whatOf(transfer), units, height, ...placeOf(transfer), arrivedAt: at }
  })
  for (const portion of portions(rows))
    await tables(em)
      .insertInto('wrong_chain_transfer')
      .values(portion)
      .onConflict((oc) => oc.doNothing())
      .execute()
  await recordFlushes(em, { chain, matched })
}

/** The asset, or the contract of a token that is none: blocks name the contract of an asset too. */
const whatOf = ({ asset, token }: Pick<Transfer, 'asset' | 'token'>): Pick<Transfer, 'asset' | 'token'> => ({
  asset,
  token: asset === null ? token : null,
})

/** A third party can flush tokens of its own making, so only flushes of recorded arrivals are recorded. */
async function recordFlushes(em: Em, { chain, matched }: { chain: ChainCode; matched: MatchedBlock }): Promise<void> {
  const { height, txIds } = matched.block
  const placeOf = logPositions(txIds)
  for (const { log, watched } of matched.wrongChain.flushes) {
    const { txPlace, logPlace } = placeOf(log)
    const { asset, token } = whatOf(log)
    await sql`INSERT INTO wrong_chain_flush (chain, ref, tx_id, subject, subject_id, asset, token, height, tx_place, log_place)
      SELECT ${chain}, ${log.ref}, ${log.txId}, ${watched.subject}, ${watched.subjectId}, ${asset}, ${token}, ${height}::int, ${txPlace}::int, ${logPlace}::int
      WHERE EXISTS (SELECT FROM wrong_chain_transfer came WHERE came.chain = ${chain} AND came.subject = ${watched.subject} AND came.subject_id = ${watched.subjectId}
        AND came.asset IS NOT DISTINCT FROM ${asset} AND came.token IS NOT DISTINCT FROM ${token})
      ON CONFLICT DO NOTHING`.execute(tables(em))
  }
}

/** Forgets what an orphaned block showed; the block that takes its place shows it again. */
export async function forgetWrongChain(em: Em, { chain, height }: { chain: ChainCode; height: number }): Promise<void> {
  for (const table of ['wrong_chain_transfer', 'wrong_chain_flush'] as const)
    await tables(em).deleteFrom(table).where('chain', '=', chain).where('height', '=', height).execute()
}
