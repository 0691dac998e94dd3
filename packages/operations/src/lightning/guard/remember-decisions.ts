import { batched } from '../../kernel/batch-calls.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'
import { detectLostDecisions } from './detect-lost-decisions.ts'

type Remembering = Pick<PayContext, 'orm' | 'sequence'>

/**
 * Notes the committed decisions in the file of the role, on disk, before the node is called by one: a database that lacks a noted decision was restored from a
 * backup, and one that lacks only others has lost nothing that has left. Decisions that were committed meanwhile are noted together.
 *
 * @throws {Error} when the database lacks a noted decision: the node is not called.
 */
export const rememberDecisions = ({ orm, sequence }: Remembering): Promise<void> => rememberTogether(orm, { orm, sequence })

const MAX_CALLS = 100

const rememberTogether = batched({
  most: MAX_CALLS,
  work: async (_orm, calls: readonly Remembering[]): Promise<void[]> => {
    const files = new Map(calls.map((call) => [call.sequence, call]))
    await Promise.all([...files.values()].map(remember))
    return calls.map(() => undefined)
  },
})

async function remember({ orm, sequence }: Remembering): Promise<void> {
  const { remembered, databaseSeq, isBehind } = await detectLostDecisions({ orm, sequence })
  if (isBehind) throw new Error('the database was restored from a backup, so nothing is sent')
  if (databaseSeq > (remembered ?? -1n)) sequence.recordAttempt(databaseSeq)
}
