import type { ProcessorAccountEntity } from '@gateway/db/cards/processor-account.entity'
import { savePayout } from '@gateway/db/cards/payout-queries'
import { readPayout } from '@gateway/providers/stripe/answers/money'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { payoutRetrieval } from '@gateway/providers/stripe/requests/transfers'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'

/** A payout at the processor, on the account of a business. */
interface Payout {
  readonly payoutId: string
  readonly account: ProcessorAccountEntity
}

/** Asks the processor about a payout to the bank of a business, and stores the answer. @returns why there was none; undefined when there was one. */
export async function lookAtPayout(ctx: ProcessorContext, { payoutId, account }: Payout): Promise<FailedCall | undefined> {
  const askedAt = ctx.clock.now()
  const answer = await ctx.processor.send(payoutRetrieval(payoutId, account.processorAccountId ?? ''), { read: readPayout })
  if (answer.result !== 'done') return answer
  const { merchantId, businessId, mode } = account
  const { id: processorPayoutId, ...facts } = answer.facts
  const own = { id: ctx.ids.uuid(), merchantId, businessId, mode, processorPayoutId }
  await savePayout(ctx.orm.em.fork(), { ...own, ...facts, asOf: askedAt, updatedAt: askedAt })
  return undefined
}
