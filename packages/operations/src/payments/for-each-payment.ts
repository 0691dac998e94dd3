import { messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '../kernel/context.ts'

/**
 * Runs a task for each payment of a sweep, one after another. A failure is logged and does not stop the others.
 *
 * @returns for how many it succeeded.
 */
export async function forEachPayment<Row extends { readonly paymentId: string }>(
  { log }: Pick<Context, 'log'>,
  rows: readonly Row[],
  work: (row: Row) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (const row of rows) {
    const isDone = await work(row).catch((error: unknown) => {
      log.error({ paymentId: row.paymentId, problem: messageOf(error) }, 'payment sweep failed')
      return false
    })
    if (isDone) done += 1
  }
  return done
}
