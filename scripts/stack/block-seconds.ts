/** Seconds between two blocks of each chain of a devstack, whose chains mine by themselves. */
export const blockSeconds = { BTC: 2, ETH: 1 } as const
