import { createBitcoinRpc } from '@gateway/chains/bitcoin/rpc'
import { createEvmRpc, resultOf } from '@gateway/chains/evm/rpc'
import type { BrokenInvariant } from '@gateway/db/ledger/queries'
import type { Em } from '@gateway/db/orm'
import { encodeFunctionData, erc20Abi, getAddress, numberToHex } from 'viem'
import type { Nodes } from './target.ts'

/** The part of I8 that only a node can prove. */
export const unspentDeposits = {
  id: 'I8',
  sentence: 'what nobody has signed for still lies where it arrived (asked of the nodes)',
} as const

/** Money at one place of a chain, as the database has it. */
interface Lying {
  readonly chain: string
  readonly address: string
  readonly asset: string
  /** Outpoint, where money lies in outputs. */
  readonly ref: string
  readonly units: string
  /** Up to where the database has read the chain. */
  readonly height: number
}

type Finding = Lying & { readonly found: string }

const MOST_ASKED = 1_000
const ASKED_AT_ONCE = 100

// One statement is one snapshot, so deposits and cursor belong together. Whatever an attempt or a payout touches may move at any moment.
const LYING = `SELECT deposit.chain, deposit.address, deposit.asset, max(deposit.ref) AS ref, sum(deposit.units)::text AS units, cursor.height
  FROM deposit JOIN chain_cursor cursor USING (chain)
  LEFT JOIN spend_intent intent ON intent.id = deposit.intent_id
  WHERE deposit.state = 'included' AND deposit.subject = 'payment' AND deposit.asset IS NOT NULL
    AND NOT EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.intent_id = intent.lead_id AND spend_attempt.state <> 'dead')
    AND NOT EXISTS (SELECT FROM flush WHERE flush.subject_id = deposit.subject_id AND flush.asset = deposit.asset AND flush.height >= deposit.height)
  GROUP BY deposit.chain, deposit.address, deposit.asset, cursor.height, CASE deposit.chain WHEN 'BTC' THEN deposit.ref END
  ORDER BY max(deposit.arrived_at) DESC LIMIT ${MOST_ASKED}`

/** What a node says lies at each place, in base units; undefined where it was not asked. */
type Ask = (lying: readonly Lying[]) => Promise<readonly (bigint | undefined)[]>

/**
 * Asks the nodes whether deposits that no transaction of ours has spent are still there; the newest thousand places.
 *
 * @returns the places where less lies than the database has, and how many were asked about; chains without a node are left out.
 */
export async function findSpentDeposits(em: Em, nodes: Nodes): Promise<{ broken: BrokenInvariant | undefined; asked: number }> {
  const all = await em.execute<Lying[]>(LYING)
  const findings: Finding[] = []
  let asked = 0
  for (const [chain, ask] of Object.entries(asksOf(nodes))) {
    const lying = all.filter((place) => place.chain === chain)
    for (let start = 0; start < lying.length; start += ASKED_AT_ONCE) {
      const part = lying.slice(start, start + ASKED_AT_ONCE)
      const found = await ask(part)
      asked += found.filter((units) => units !== undefined).length
      findings.push(...part.flatMap((place, index) => short(place, found[index])))
    }
  }
  const broken =
    findings.length > 0
      ? { ...unspentDeposits, count: findings.length, first: findings.slice(0, 10).map((row) => ({ ...row })) }
      : undefined
  return { broken, asked }
}

const short = (place: Lying, found: bigint | undefined): Finding[] =>
  found !== undefined && found < BigInt(place.units) ? [{ ...place, found: String(found) }] : []

const asksOf = ({ BTC, ETH }: Nodes): Record<string, Ask> => ({
  ...(BTC && { BTC: askBitcoin(BTC.rpc) }),
  ...(ETH && { ETH: askEvm(ETH) }),
})

function askBitcoin(rpcUrl: string): Ask {
  const rpc = createBitcoinRpc({ rpcUrl })
  return async (lying) => {
    const answers = await rpc(
      lying.map(({ ref }) => {
        const [txid, vout] = ref.split(':')
        return { method: 'gettxout', params: [txid, Number(vout), false] }
      }),
    )
    // An outpoint is there whole or not at all; the node answers null for one that was spent.
    return lying.map(({ units }, index) => {
      const answer = answers[index]
      return answer && 'result' in answer && answer.result !== null ? BigInt(units) : 0n
    })
  }
}

function askEvm({ rpc: rpcUrl, tokens }: NonNullable<Nodes['ETH']>): Ask {
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

function balanceRequest({ address, height }: Lying, token: string | undefined) {
  const block = numberToHex(height)
  if (token === undefined) return { method: 'eth_getBalance', params: [address, block] }
  const input = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(address)] })
  return { method: 'eth_call', params: [{ to: token, input }, block] }
}
