import type { DevnetChain } from '@gateway/devnet/chains'
import { bitcoinHeight } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { evmHeight } from '@gateway/devnet/evm/evm-faucet'
import type { Story } from './story.ts'

/** The height of a chain's newest block, from its node. */
export const headOf = ({ bitcoin, evm }: Story, chain: DevnetChain): Promise<number> =>
  chain === 'BTC' ? bitcoinHeight(bitcoin) : evmHeight(evm)

/** True once the gateway has read a chain up to its newest block. */
export async function hasReadAll(story: Story, chain: DevnetChain): Promise<boolean> {
  const height = await headOf(story, chain)
  const { rows } = await story.sql.query<{ height: number }>('SELECT height FROM chain_cursor WHERE chain = $1', [chain])
  return rows[0]?.height === height
}
