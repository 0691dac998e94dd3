import type { PayContext } from '@gateway/operations/lightning/lifecycle/lightning-context'
import { findDueBookings, findDueCalls } from '@gateway/operations/lightning/work/due-work'
import type { RunningRole } from '../running-role.ts'
import { workPool } from '../work-pool.ts'

/** A call lasts for as long as a payee holds the payment, up to 23 seconds. */
const CALLS_AT_ONCE = 64
const BOOKINGS_AT_ONCE = 32

interface Sending {
  /** The role, for the log. */
  readonly role: string
  /** Compares the database with what was remembered outside it, before any work is looked for. */
  readonly guard: () => Promise<void>
  /** Resolves when something may have been asked for. */
  readonly asked: () => Promise<void>
  /** Resolves when the node may be called or asked. */
  readonly booked: () => Promise<void>
}

/** Invoices are read and sends are booked apart from the calls of the node, so that payments that are held keep nobody from them. */
export function sendingPools(ctx: PayContext, { role, guard, asked, booked }: Sending): RunningRole[] {
  const guarded =
    (find: typeof findDueCalls): typeof findDueCalls =>
    (of, wanted) =>
      guard().then(() => find(of, wanted))
  return [
    workPool(ctx, { role, find: guarded(findDueBookings), most: BOOKINGS_AT_ONCE, wait: asked }),
    workPool(ctx, { role, find: guarded(findDueCalls), most: CALLS_AT_ONCE, wait: booked }),
  ]
}
