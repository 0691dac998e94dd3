import { firstCardBooking, lastBalanceDay, storeBalanceDay } from '@gateway/db/cards/processor/balance-queries'
import type { BalanceFacts } from '@gateway/domain/cards/facts'
import { readBalanceLine } from '@gateway/providers/stripe/answers/charges'
import { listAll } from '@gateway/providers/stripe/look-up'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { balanceOf } from '@gateway/providers/stripe/requests/look-ups'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { bookingOfLine } from './booking-of-line.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The ledger has that long to book what the processor did: lost events are made up for by looks, which come sooner. */
const SETTLED_MS = HOUR_MS

/**
 * Reads the platform's balance at the processor, one ended day (UTC) after the other, and stores its lines for the comparison with the ledger (I10).
 * The first day is the one before the first charge.
 *
 * @returns why the processor did not answer; undefined when every ended day was read.
 */
export async function readBalanceDays(ctx: ProcessorContext): Promise<FailedCall | undefined> {
  for (;;) {
    const startsAt = await nextDay(ctx)
    if (startsAt === null || ctx.clock.now().getTime() < startsAt.getTime() + DAY_MS + SETTLED_MS) return undefined
    const problem = await readDay(ctx, startsAt)
    if (problem) return problem
  }
}

async function nextDay(ctx: ProcessorContext): Promise<Date | null> {
  const em = ctx.orm.em.fork()
  const last = await lastBalanceDay(em)
  if (last) return new Date(last.getTime() + DAY_MS)
  const first = await firstCardBooking(em)
  return first && new Date(Math.floor(first.getTime() / DAY_MS) * DAY_MS - DAY_MS)
}

async function readDay(ctx: ProcessorContext, startsAt: Date): Promise<FailedCall | undefined> {
  const until = new Date(startsAt.getTime() + DAY_MS - 1_000)
  const listed = await listAll(ctx.processor, balanceOf({ from: startsAt, until }, null), readBalanceLine)
  if (listed.result !== 'done') return listed
  const lines = listed.facts.map(lineOf)
  await storeBalanceDay(ctx.orm.em.fork(), { day: { startsAt, lines: lines.length, readAt: ctx.clock.now() }, lines })
  return undefined
}

function lineOf(line: BalanceFacts) {
  const { id, currency, amountMinor, feeMinor, createdAt } = line
  return { id, currency, amountMinor, feeMinor, createdAt, ...bookingOfLine(line) }
}
