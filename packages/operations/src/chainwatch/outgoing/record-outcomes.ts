import { findTermsOfContracts } from '@gateway/db/chainwatch/flush-queries'
import type { WatchedAddress } from '@gateway/db/chainwatch/watched-address-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { FlushHit, MatchedBlock } from '../deposits/hit.ts'

/** Records the outcomes of escrow contracts, also in transactions of third parties; a contract decides once. */
export async function recordOutcomes(em: Em, { chain, matched }: { chain: ChainCode; matched: MatchedBlock }): Promise<void> {
  const { outcomes, block } = matched
  if (outcomes.length === 0) return
  const rows = outcomes.map(({ log: { txId, outcome, exit }, watched: { subject, subjectId } }) => ({
    chain,
    subject,
    subjectId,
    txId,
    outcome,
    exit,
    height: block.height,
    isTold: false,
  }))
  await tables(em)
    .insertInto('contract_outcome')
    .values(rows)
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Forgets what contracts recorded in an orphaned block. */
export async function forgetOutcomes(em: Em, { chain, height }: { chain: ChainCode; height: number }): Promise<void> {
  await tables(em).deleteFrom('contract_outcome').where('chain', '=', chain).where('height', '=', height).execute()
}

type TermsPaid = (log: FlushHit['log'], watched: Pick<WatchedAddress, 'subjectId'>) => string | null

/**
 * The terms by which escrow contracts have paid: a release, the refund that is due, or else an excess. Null for deposit contracts, which have the terms
 * of their address. The block's outcomes are recorded before.
 */
export async function findTermsPaid(em: Em, { flushes }: Pick<MatchedBlock, 'flushes'>): Promise<TermsPaid> {
  const ofContracts = flushes.filter(({ log }) => log.pays !== undefined)
  if (ofContracts.length === 0) return () => null
  const terms = await findTermsOfContracts(
    em,
    ofContracts.map(({ watched }) => watched.subjectId),
  )
  return ({ pays, asset }, { subjectId }) => {
    const own = terms.get(subjectId)
    if (pays === undefined || !own) return null
    if (pays === 'release') return own.release
    return own.isRefundDue && asset === own.asset ? own.refund : own.excess
  }
}
