import type { Em } from '@gateway/db/orm'
import { type NamedTransaction, setTransaction } from '@gateway/db/payments/assisted/refund-transaction-queries'
import type { Context } from '../../../kernel/context.ts'

/** Why a named transaction does not pay its refund. */
export type NamedProblem =
  | 'not_found'
  | 'older_than_payment'
  | 'counted_elsewhere'
  | 'failed'
  | 'pays_something_else'
  | 'balance_does_not_show_it'

const FIRST_LOOK_MS = 30_000
const LAST_LOOK_MS = 3_600_000
/** Seven looks that take twice as long each, then one an hour: three days. */
const MAX_LOOKS = 78

const delayOf = (looks: number): number => Math.min(FIRST_LOOK_MS * 2 ** Math.min(looks, MAX_LOOKS), LAST_LOOK_MS)

/** Looks for a transaction again, later each time. */
export const postpone = (em: Em, { clock }: Pick<Context, 'clock'>, named: NamedTransaction): Promise<void> =>
  setTransaction(em, named, {
    state: 'waiting',
    looks: named.looks + 1,
    lookAt: new Date(clock.now().getTime() + delayOf(named.looks)),
  })

/** The node does not know it: it is looked for again for three days, because a wallet may send it late. */
export const recordMissing = (em: Em, ctx: Pick<Context, 'clock'>, named: NamedTransaction): Promise<void> =>
  named.looks < MAX_LOOKS ? postpone(em, ctx, named) : refuse(em, named, 'not_found')

/** Ends the look for a transaction that does not pay its refund. */
export const refuse = (em: Em, named: NamedTransaction, problem: NamedProblem): Promise<void> =>
  setTransaction(em, named, { state: 'refused', problem })
