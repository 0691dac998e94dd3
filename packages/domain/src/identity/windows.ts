import type { ActionCategory } from './categories.ts'
import { windowDays } from './formula-terms.ts'
import type { Reputation, WindowFigures } from './reputation.ts'
import { twoDecimals } from './two-decimals.ts'
import { countCounterparties, isDispute, type WeighedReceipt } from './weighed-receipt.ts'

/** True for what counts as a task: transactions and receipts of productivity. */
export const isTask = ({ receipt, group }: WeighedReceipt): boolean =>
  receipt.category === 'economic.transaction' || group === 'productivity'

/** What receipts add up to in each window. */
export const windowsOf = (receipts: readonly WeighedReceipt[]): Reputation['windows'] => ({
  last30Days: figuresOf(within(receipts, windowDays.last30Days)),
  last90Days: figuresOf(within(receipts, windowDays.last90Days)),
  allTime: figuresOf(receipts),
})

const within = (receipts: readonly WeighedReceipt[], days: number): readonly WeighedReceipt[] =>
  receipts.filter(({ ageDays }) => ageDays <= days)

function figuresOf(receipts: readonly WeighedReceipt[]): WindowFigures {
  const tasks = receipts.filter(isTask)
  const accepted = tasks.filter(({ receipt }) => receipt.outcome === 'accepted').length
  const disputed = receipts.filter(({ receipt }) => isDispute(receipt)).length
  const amounts = tasks.flatMap(({ receipt }) => receipt.amountUsd ?? [])
  const volume = amounts.reduce((sum, amount) => sum + amount, 0)
  return {
    taskCount: tasks.length,
    acceptedCount: accepted,
    acceptedRate: rate(accepted, tasks.length),
    disputedCount: disputed,
    disputeRate: rate(disputed, tasks.length),
    totalVolumeUsd: twoDecimals(volume),
    averageUsd: amounts.length === 0 ? 0 : twoDecimals(volume / amounts.length),
    counterparties: countCounterparties(tasks),
    categories: countCategories(receipts),
  }
}

/** A share, 0 to 1. Disputes can be more than the tasks of the same days. */
const rate = (part: number, whole: number): number => (part === 0 ? 0 : Math.min(1, part / Math.max(1, whole)))

function countCategories(receipts: readonly WeighedReceipt[]): WindowFigures['categories'] {
  const counts = new Map<ActionCategory, number>()
  for (const { receipt } of receipts) counts.set(receipt.category, (counts.get(receipt.category) ?? 0) + 1)
  return Object.fromEntries(counts)
}
