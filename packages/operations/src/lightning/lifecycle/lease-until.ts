const LEASE_MS = 60_000

/** How long the process that has claimed a payment has for it: longer than a send is waited for. */
export const leaseUntil = (now: Date): Date => new Date(now.getTime() + LEASE_MS)
