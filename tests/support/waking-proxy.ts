import type { Story } from './story.ts'
import { type NodeProxy, startNodeProxy } from './node-proxy.ts'

/** Calls after which a scanner may find something new. */
const CHANGES = /"method":"(?:anvil_|evm_|eth_send|generate|send|bumpfee|submit|invalidate|reconsider)/

/**
 * Stands between a story and a node of it: whatever changes the chain or the mempool wakes the scanner, which would poll every two seconds only.
 * The channel is the one on which a scanner hears that a transaction was signed.
 */
export async function startWakingProxy({ rpc, chain, sql }: { rpc: string; chain: 'BTC' | 'ETH'; sql: Story['sql'] }): Promise<NodeProxy> {
  const proxy = await startNodeProxy(rpc)
  proxy.behave((answer, question) => {
    // The story may have taken its database away; then there is nobody to wake.
    if (CHANGES.test(question)) sql.query('SELECT pg_notify($1, $2)', ['attempt_signed', chain]).catch(() => undefined)
    return answer
  })
  return proxy
}
