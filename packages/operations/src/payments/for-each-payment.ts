import { messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '../kernel/context.ts'

/**
 * Does something for each payment that a sweep has found, one after another. What is wrong with one of them is logged, and keeps nobody else from being
 * swept.
 *
 * @returns for how many it was done.
 */
export async function forEachPayment<Row extends { readonly paymentId: string }>(
  { log }: Pick<Context, 'log'>,
  rows: readonly Row[],
  work: (row: Row) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (const row of rows) {
    const isDone = await work(row).catch((error: unknown) => {
      log.error({ paymentId: row.paymentId, problem: messageOf(error) }, 'a payment could not be swept')
      return false
    })
    if (isDone) done += 1
  }
  return done
}
