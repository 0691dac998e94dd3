import { evmHeight } from '@gateway/devnet/evm-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import type { Story } from './story.ts'

/** True once the gateway has read a chain up to its newest block. */
export async function hasReadAll({ bitcoin, evm, sql }: Story, chain: 'BTC' | 'ETH'): Promise<boolean> {
  const height = chain === 'BTC' ? await callRpc<number>(bitcoin.rpc, { method: 'getblockcount' }) : await evmHeight(evm)
  const { rows } = await sql.query<{ height: number }>('SELECT height FROM chain_cursor WHERE chain = $1', [chain])
  return rows[0]?.height === height
}
