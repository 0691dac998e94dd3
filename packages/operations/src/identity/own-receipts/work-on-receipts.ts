import type { Context } from '../../kernel/context.ts'
import { chainReceipts } from './chain-receipts.ts'
import { writeDueReceipts } from './write-due-receipts.ts'

/** Writes the service's receipts that are due, and appends all receipts to their chains. @returns whether anything was done. */
export async function workOnReceipts(ctx: Context): Promise<boolean> {
  const written = await writeDueReceipts(ctx)
  const chained = await chainReceipts(ctx)
  return written + chained > 0
}
