import type { WaitingList } from '@gateway/contract/portal/operator-waiting'

/** Several lists as one, oldest first. */
export const joinWaiting = (lists: readonly WaitingList[]): WaitingList => ({
  waiting: lists.flatMap(({ waiting }) => waiting).toSorted((a, b) => a.since.getTime() - b.since.getTime()),
  total: lists.reduce((sum, { total }) => sum + total, 0),
})
