import { batched } from '../../kernel/batch-calls.ts'
import { detectLostDecisions, type Remembering } from './detect-lost-decisions.ts'

/**
 * Notes the committed decisions in the file of their role, on disk, before anybody is called by one: a database that lacks a noted decision was restored from a
 * backup, and one that lacks only others has lost nothing that has left. Decisions that were committed meanwhile are noted together.
 *
 * @throws {Error} when the database lacks a noted decision: nobody is called.
 */
export const rememberDecisions = ({ orm, sequence, decidesAs }: Remembering): Promise<void> =>
  rememberTogether(orm, { orm, sequence, decidesAs })

const MAX_CALLS = 100

const rememberTogether = batched({
  most: MAX_CALLS,
  work: async (_orm, calls: readonly Remembering[]): Promise<void[]> => {
    const files = new Map(calls.map((call) => [call.sequence, call]))
    await Promise.all([...files.values()].map(remember))
    return calls.map(() => undefined)
  },
})

async function remember({ orm, sequence, decidesAs }: Remembering): Promise<void> {
  const { remembered, databaseSeq, isBehind } = await detectLostDecisions({ orm, sequence, decidesAs })
  if (isBehind) throw new Error('the database was restored from a backup, so nothing is sent')
  if (databaseSeq > (remembered ?? -1n)) sequence.recordAttempt(databaseSeq)
}
