import { findEach } from '@gateway/chains/bitcoin/ask'
import { createBitcoinRpc } from '@gateway/chains/bitcoin/rpc'
import { createEvmRpc, resultOf } from '@gateway/chains/evm/rpc'
import { z } from 'zod'

/** Known nodes, by chain. */
export interface Nodes {
  readonly BTC?: { readonly rpc: string } | undefined
  readonly ETH?: { readonly rpc: string; readonly tokens: Readonly<Record<string, string>> } | undefined
}

/** The amount at one address or outpoint, as the database has it. */
export interface NodeBalances {
  readonly chain: string
  readonly address: string
  readonly asset: string
  /** The outpoint, on a chain with outputs. */
  readonly ref: string
  readonly units: string
  /** The height to which the database has scanned the chain. */
  readonly height: number
}

/** Amounts that a node reports, in base units; undefined where it was not asked. @throws {ChainUnavailable} when it does not answer. */
export type BalanceQuery = (lying: readonly NodeBalances[]) => Promise<readonly (bigint | undefined)[]>

/** A query for each chain with a known node, over clients that the scanner does not share. */
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
    // An outpoint is unspent as a whole or not at all; the node answers null for a spent one.
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
