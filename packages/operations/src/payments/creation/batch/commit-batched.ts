import { batched } from '../../../kernel/batch-calls.ts'
import { transaction } from '../../../kernel/transaction.ts'
import { commitPayment } from '../commit-payment.ts'
import type { Draft } from '../draft-payment.ts'
import type { CreatedPayment } from '../open-payment.ts'
import { PaymentsRefused, writePayments, type Written } from './write-payments.ts'

/** The outcome of a draft: a payment or its refusal. */
type Outcome = CreatedPayment | { readonly refusal: unknown }

type Outcomes = ReadonlyMap<Draft, Outcome>

const MAX_DRAFTS = 50

/**
 * Commits a payment as {@link commitPayment} does; concurrent payments share the next transaction (ADR 24).
 *
 * Each is created or refused on its own: a draft that fails its batch is committed alone, and the rest without it.
 */
export async function commitBatched(draft: Draft): Promise<CreatedPayment> {
  const outcome = await gatherDrafts(draft.ctx.orm, draft)
  if ('refusal' in outcome) throw outcome.refusal
  return outcome
}

const gatherDrafts = batched({
  most: MAX_DRAFTS,
  work: async (_orm, drafts: readonly Draft[]): Promise<Outcome[]> => {
    const outcomes = await commitAll(drafts)
    return drafts.map((draft) => outcomes.get(draft) ?? { refusal: new Error('payment missing from its batch') })
  },
})

async function commitAll(drafts: readonly Draft[]): Promise<Outcomes> {
  const [only, ...others] = drafts
  if (only && others.length === 0) return new Map([[only, await commitPayment(only).catch((refusal: unknown) => ({ refusal }))]])
  const attempt = await tryTogether(drafts)
  if ('created' in attempt) return afterCommit(drafts, attempt)
  if (!attempt.mayBeCommitted) return commitApart(drafts, attempt.error)
  return new Map(drafts.map((draft) => [draft, { refusal: attempt.error }]))
}

/** Retries the failed drafts one by one and the others together; all one by one when the failed ones are unknown. */
async function commitApart(drafts: readonly Draft[], error: unknown): Promise<Outcomes> {
  const alone = drafts.filter((draft) => !(error instanceof PaymentsRefused) || error.reasons.has(draft))
  const together = drafts.filter((draft) => !alone.includes(draft))
  const groups = [together, ...alone.map((draft) => [draft])].filter(({ length }) => length > 0)
  const outcomes = await Promise.all(groups.map(commitAll))
  return new Map(outcomes.flatMap((some) => [...some]))
}

interface Failed {
  readonly error: unknown
  /** The COMMIT itself failed, so it may have taken place and must not be retried. */
  readonly mayBeCommitted: boolean
}

async function tryTogether(drafts: readonly Draft[]): Promise<Written | Failed> {
  let isWritten = false
  try {
    const [first] = drafts
    if (!first) throw new Error('no payment to commit')
    return await transaction(first.ctx, async (em) => {
      isWritten = false
      const written = await writePayments(em, first.ctx, drafts)
      for (const { ctx } of drafts) await ctx.failpoint('beforeCreateCommit')
      isWritten = true
      return written
    })
  } catch (error) {
    return { error, mayBeCommitted: isWritten }
  }
}

async function afterCommit(drafts: readonly Draft[], { created, outboxIds }: Written): Promise<Outcomes> {
  for (const { ctx } of drafts) await ctx.failpoint('afterCreateCommit')
  drafts[0]?.ctx.tryNow(outboxIds)
  return created
}
