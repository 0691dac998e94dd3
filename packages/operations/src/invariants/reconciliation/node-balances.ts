import { findEach } from '@gateway/chains/bitcoin/ask'
import { createBitcoinRpc } from '@gateway/chains/bitcoin/rpc'
import { createEvmRpc, resultOf } from '@gateway/chains/evm/rpc'
import { z } from 'zod'

/** Nodes by chain, as far as they are known. */
export interface Nodes {
  readonly BTC?: { readonly rpc: string } | undefined
  readonly ETH?: { readonly rpc: string; readonly tokens: Readonly<Record<string, string>> } | undefined
}

/** Money at one place of a chain, as the database has it. */
export interface NodeBalances {
  readonly chain: string
  readonly address: string
  readonly asset: string
  /** Outpoint, where money lies in outputs. */
  readonly ref: string
  readonly units: string
  /** Up to where the database has read the chain. */
  readonly height: number
}

/** What a node says lies at each place, in base units; undefined where it was not asked. @throws {ChainUnavailable} when it does not say. */
export type BalanceQuery = (lying: readonly NodeBalances[]) => Promise<readonly (bigint | undefined)[]>

/** How each chain whose node is known is asked, over clients of their own: nothing is shared with the scanner. */
export const balanceQueriesOf = ({ BTC, ETH }: Nodes): Record<string, BalanceQuery> => ({
  ...(BTC && { BTC: askBitcoin(BTC.rpc) }),
  ...(ETH && { ETH: askEvm(ETH) }),
})

const Output = z.looseObject({ bestblock: z.string() }).nullable()

function askBitcoin(rpcUrl: string): BalanceQuery {
  const rpc = createBitcoinRpc({ rpcUrl })
  return async (lying) => {
    const paramSets = lying.map(({ ref }) => {
      const [txid, vout] = ref.split(':')
      return [txid, Number(vout), false]
    })
    const outputs = await findEach(rpc, { method: 'gettxout', paramSets, shape: Output })
    // An outpoint is there whole or not at all; the node answers null for one that was spent.
    return lying.map(({ units }, index) => (outputs[index] ? BigInt(units) : 0n))
  }
}

function askEvm({ rpc: rpcUrl, tokens }: NonNullable<Nodes['ETH']>): BalanceQuery {
  const rpc = createEvmRpc({ chain: 'ETH', rpcUrl })
  return async (lying) => {
    const askable = lying.filter(({ asset, chain }) => asset === chain || tokens[asset] !== undefined)
    if (askable.length === 0) return lying.map(() => undefined)
    const answers = await rpc.ask(askable.map((place) => balanceRequest(place, tokens[place.asset])))
    const found = new Map(
      askable.map((place, index) => [place, BigInt(String(resultOf(answers[index], { chain: 'ETH', method: 'balance' })))]),
    )
    return lying.map((place) => found.get(place))
  }
}

// EIP-20: the selector of balanceOf(address), whose argument fills a word.
const BALANCE_OF = '0x70a08231'
const WORD_DIGITS = 64

function balanceRequest({ address, height }: NodeBalances, token: string | undefined) {
  const block = `0x${height.toString(16)}`
  if (token === undefined) return { method: 'eth_getBalance', params: [address, block] }
  const input = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')}`
  return { method: 'eth_call', params: [{ to: token, input }, block] }
}
