import { z } from 'zod'
import { type ByChain, prefixed, servedChains } from './settings.ts'

/** Served unless `CHAINS` says otherwise; a chain that came later is served only where it is named. */
const FIRST_CHAINS = 'BTC,ETH'

const ChainList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(servedChains)).min(1))
  .refine((chains) => new Set(chains).size === chains.length, 'names a chain twice')

/**
 * The chains and networks of a deployment. The API and the signer need the same values as the chain role.
 * Networks and contracts have no defaults: `createRails` requires those of every chain in `CHAINS`, so that no network is served by
 * accident.
 */
export const RailsEnv = z.object({
  CHAINS: ChainList.prefault(FIRST_CHAINS).meta({ description: 'The chains to serve, separated by commas.', example: FIRST_CHAINS }),
  ...prefixed('rail'),
})
type RailsByChain = ByChain<z.output<typeof RailsEnv>>

/** The served chains with their networks; others need no settings. */
export interface RailSettings {
  readonly CHAINS: RailsByChain['CHAINS']
  readonly chains: Partial<RailsByChain['chains']>
}

/** The nodes' addresses and polling; for the chain role only, because the URLs contain credentials. */
export const NodesEnv = z.object(prefixed('node'))

/** The settings of the nodes, by chain. */
export type NodeSettings = Pick<ByChain<z.output<typeof NodesEnv>>, 'chains'>

/** The signer's maximum price of block space; above it forwarding waits. */
export const FeeCapsEnv = z.object(prefixed('caps'))

/** The signer's caps, by chain. */
export type FeeCapSettings = Pick<ByChain<z.output<typeof FeeCapsEnv>>, 'chains'>
