import type { EvmChain } from '../definitions/evm.ts'
import type { Place, ReconciliationNode, ReconciliationNodeSettings } from '../reconciliation.ts'
import { createEvmRpc, resultOf } from './rpc.ts'

/** A node of an EVM chain as the reconciliation asks it: for balances at the scanned height. */
export function createEvmReconciliationNode(chain: EvmChain, { rpcUrl, tokens }: ReconciliationNodeSettings): ReconciliationNode {
  const rpc = createEvmRpc({ chain, rpcUrl })
  const assets = [chain, ...Object.keys(tokens)]
  return {
    chain,
    assets,
    async readUnits(places) {
      const askable = places.filter(({ asset }) => assets.includes(asset))
      if (askable.length === 0) return places.map(() => undefined)
      const answers = await rpc.ask(askable.map((place) => balanceRequest(place, tokens[place.asset])))
      const found = new Map(askable.map((place, index) => [place, BigInt(String(resultOf(answers[index], { chain, method: 'balance' })))]))
      return places.map((place) => found.get(place))
    },
  }
}

// EIP-20: the selector of balanceOf(address), whose argument fills a word.
const BALANCE_OF = '0x70a08231'
const WORD_DIGITS = 64

function balanceRequest({ address, height }: Place, token: string | undefined) {
  const block = `0x${height.toString(16)}`
  if (token === undefined) return { method: 'eth_getBalance', params: [address, block] }
  const input = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')}`
  return { method: 'eth_call', params: [{ to: token, input }, block] }
}
