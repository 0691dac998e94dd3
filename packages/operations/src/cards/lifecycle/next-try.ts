const SECOND_MS = 1_000
const LONGEST_MS = 60 * SECOND_MS
const LEASE_MS = 40 * SECOND_MS

/** How long the process that has claimed a call has for it. Another one may call meanwhile only after that; the key makes it harmless. */
export const leaseUntil = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

/** When a call is made again that has failed so many times: 1 s to 60 s later. */
export const nextTry = (now: Date, calls: number): Date => new Date(now.getTime() + Math.min(SECOND_MS * 2 ** (calls - 1), LONGEST_MS))
