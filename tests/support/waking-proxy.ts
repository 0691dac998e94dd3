import type { DevnetChain } from '@gateway/devnet/chains'
import type { Story } from './story.ts'
import { type NodeProxy, startNodeProxy } from './node-proxy.ts'

/**
 * Calls that may change the chain or the mempool. Slots of Solana are not among them: stories would mine them faster than the fee estimate is renewed, and
 * transactions would be signed with expired blockhashes.
 */
const CHANGES = /"method":"(?:anvil_|evm_|eth_send|generate|send|bumpfee|submit|invalidate|reconsider)/

/**
 * A proxy between a story and its node: every change of the chain or the mempool wakes the scanner, which otherwise polls every two seconds. It uses
 * the channel that announces signed transactions.
 */
export async function startWakingProxy({ rpc, chain, sql }: { rpc: string; chain: DevnetChain; sql: Story['sql'] }): Promise<NodeProxy> {
  const proxy = await startNodeProxy(rpc)
  proxy.behave((answer, question) => {
    // The story may have dropped its database; then no scanner runs.
    if (CHANGES.test(question)) sql.query('SELECT pg_notify($1, $2)', ['attempt_signed', chain]).catch(() => undefined)
    return answer
  })
  return proxy
}
