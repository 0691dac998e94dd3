import { Transaction } from 'bitcoinjs-lib'
import type { Chain } from './case.ts'
import { cashProblem } from './cash-signature.ts'
import { type Check, type Evidence, lineOf, rowsOf } from './judgement.ts'
import type { Coin } from './money.ts'
import { witnessProblem } from './witness-signature.ts'

/** A stored attempt. */
interface Attempt {
  readonly handle: string
  readonly raw: Buffer
}

/** An input of a transaction with the coin that it spends. */
export interface SpentInput {
  readonly transaction: Transaction
  readonly at: number
  readonly coin: Coin
}

/** The fault of the signature of an input; undefined when it is valid. */
type InputProblem = (input: SpentInput) => string | undefined

/** How the inputs of a chain are signed; undefined where transactions have none. */
const schemes: Readonly<Record<Chain, InputProblem | undefined>> = {
  BTC: witnessProblem,
  BCH: cashProblem,
  ETH: undefined,
  POL: undefined,
  SOL: undefined,
}

/** C13: another implementation than the signer's accepts every signature of an input. */
export const validSignatures: Check = {
  id: 'C13',
  sentence: 'every signature of a stored transaction that spends outputs is valid for the output that it spends',
  find: async (evidence) => {
    const judging = Object.entries(schemes).flatMap(([chain, problemOf]) => (problemOf ? [judgeChain(evidence, chain, problemOf)] : []))
    const judged = await Promise.all(judging)
    const all = judged.flat()
    const bad = all.filter(({ problems }) => problems.length > 0)
    return { figure: `${all.length - bad.length} of ${all.length} transactions`, broken: bad.map(lineOf) }
  },
}

async function judgeChain(evidence: Evidence, chain: string, problemOf: InputProblem) {
  const attempts = await rowsOf<Attempt>(evidence, `SELECT handle, raw FROM spend_attempt WHERE chain = $1 ORDER BY seq`, [chain])
  // The record has the coins of blocks that were taken back too; what the chain has, the chain says.
  const recorded = await rowsOf<{ ref: string; address: string; units: string }>(
    evidence,
    `SELECT ref, address, units FROM deposit WHERE chain = $1`,
    [chain],
  )
  const coins = new Map<string, Coin>(recorded.map(({ ref, address, units }) => [ref, { address, units: BigInt(units) }]))
  for (const [outpoint, coin] of evidence.money.coins) coins.set(outpoint, coin)
  return attempts.map((attempt) => ({ chain, handle: attempt.handle, problems: signatureProblems(attempt, coins, problemOf) }))
}

/** The faults of the signatures of a transaction that spends outputs. */
export function signatureProblems({ handle, raw }: Attempt, coins: ReadonlyMap<string, Coin>, problemOf: InputProblem): string[] {
  try {
    const transaction = Transaction.fromBuffer(raw)
    const id = transaction.getId()
    const problems = transaction.ins.flatMap((input, at) => {
      const coin = coins.get(`${Buffer.from(input.hash).reverse().toString('hex')}:${input.index}`)
      const problem = coin ? problemOf({ transaction, at, coin }) : 'spends an unknown output'
      return problem === undefined ? [] : [`input ${at} ${problem}`]
    })
    return id === handle ? problems : [`it is ${id}`, ...problems]
  } catch (error) {
    return [String(error)]
  }
}
