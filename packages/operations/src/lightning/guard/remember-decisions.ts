import type { PayContext } from '../lifecycle/lightning-context.ts'
import { detectLostDecisions } from './detect-lost-decisions.ts'

/**
 * Notes the committed decisions in the file of the role, on disk, before the node is called by one: a database that lacks a noted decision was restored from a
 * backup, and one that lacks only others has lost nothing that has left.
 *
 * @throws {Error} when the database lacks a noted decision: the node is not called.
 */
export async function rememberDecisions({ orm, sequence }: Pick<PayContext, 'orm' | 'sequence'>): Promise<void> {
  const { remembered, databaseSeq, isBehind } = await detectLostDecisions({ orm, sequence })
  if (isBehind) throw new Error('the database was restored from a backup, so nothing is sent')
  if (databaseSeq > (remembered ?? -1n)) sequence.recordAttempt(databaseSeq)
}
