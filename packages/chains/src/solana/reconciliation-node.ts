import { sumUnits } from '@gateway/domain/money/units'
import type { Place, ReconciliationNode, ReconciliationNodeSettings } from '../reconciliation.ts'
import { readLamports, readTokenHoldings } from './read-accounts.ts'
import { createSolanaRpc, type SolanaRpc } from './rpc.ts'

/** Solana's node as the reconciliation asks it: for balances at the head, because nodes keep no older ones. */
export function createSolanaReconciliationNode({ rpcUrl, tokens }: ReconciliationNodeSettings): ReconciliationNode {
  const rpc = createSolanaRpc({ chain: 'SOL', rpcUrl })
  return {
    chain: 'SOL',
    assets: ['SOL', ...Object.keys(tokens)],
    async readUnits(places) {
      const native = places.filter(({ asset }) => asset === 'SOL')
      const lamports = await readLamports(
        { rpc },
        native.map(({ address }) => address),
      )
      const found = new Map(native.map((place, at) => [place, lamports[at]]))
      for (const place of places) {
        const mint = tokens[place.asset]
        if (mint !== undefined) found.set(place, await readTokens(rpc, place, mint))
      }
      return places.map((place) => found.get(place))
    },
  }
}

/** All token accounts of the owner count: a payer may use another than the associated one. */
const readTokens = async (rpc: SolanaRpc, { address: owner }: Place, mint: string): Promise<bigint> =>
  sumUnits(await readTokenHoldings({ rpc }, { owner, mint }))
