/** The chains that the devnet runs. */
export const devnetChains = ['BTC', 'ETH'] as const

/** A chain that the devnet runs. */
export type DevnetChain = (typeof devnetChains)[number]
