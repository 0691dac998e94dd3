import type { Inputs } from '../trpc.ts'

type Terms = Required<Pick<Inputs['series']['update'], 'id' | 'amount' | 'interval'>>

/** What differs from the terms that a dialog began with: what stayed is not sent, so that it takes back nothing that others have changed meanwhile. */
export const changedTerms = (start: Terms, { id, amount, interval }: Terms): Inputs['series']['update'] => ({
  id,
  ...(amount !== start.amount && { amount }),
  ...(interval !== start.interval && { interval }),
})
