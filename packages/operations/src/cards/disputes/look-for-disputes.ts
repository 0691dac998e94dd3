import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { readDispute } from '@gateway/providers/stripe/answers/disputes'
import { listAll } from '@gateway/providers/stripe/look-up'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { disputesOf } from '@gateway/providers/stripe/requests/look-ups'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { recordDispute } from './record-dispute.ts'

/** Asks the processor for every dispute of a payment that is disputed there, should no event have told, and brings our rows to the answers. */
export async function lookForDisputes(
  ctx: ProcessorContext,
  { paymentIntentId, ...payment }: Pick<CardPaymentEntity, 'paymentIntentId' | 'escrowId' | 'processorAccountId'>,
): Promise<FailedCall | undefined> {
  if (paymentIntentId === null) return undefined
  const [account, askedAt] = [chargedAccount(payment), ctx.clock.now()]
  const listed = await listAll(ctx.processor, disputesOf(paymentIntentId, account), readDispute)
  if (listed.result !== 'done') return listed
  for (const facts of listed.facts) await recordDispute(ctx, { facts, askedAt, account })
  return undefined
}
