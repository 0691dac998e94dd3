import { type DevnetChain, driverOf } from '@gateway/devnet/chains'
import type { Story } from './story.ts'

/** The height of a chain's newest block, from its node. */
export const headOf = ({ chains }: Story, chain: DevnetChain): Promise<number> => driverOf(chain).height(chains[chain])

/** True once the gateway has read a chain up to its newest block. */
export async function hasReadAll(story: Story, chain: DevnetChain): Promise<boolean> {
  const height = await headOf(story, chain)
  const { rows } = await story.sql.query<{ height: number }>('SELECT height FROM chain_cursor WHERE chain = $1', [chain])
  return rows[0]?.height === height
}
