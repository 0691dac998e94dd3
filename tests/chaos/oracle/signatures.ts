import { secp256k1 } from '@noble/curves/secp256k1.js'
import { networks, payments, script, Transaction } from 'bitcoinjs-lib'
import { type Check, lineOf, rowsOf } from './judgement.ts'
import type { Coin } from './money.ts'

/** A stored attempt. */
interface Attempt {
  readonly handle: string
  readonly raw: Buffer
}

/** C13: bitcoinjs-lib, another implementation than the signer's, accepts every signature on Bitcoin. */
export const validSignatures: Check = {
  id: 'C13',
  sentence: 'every signature of a stored Bitcoin transaction is valid for the output that it spends',
  find: async (evidence) => {
    const attempts = await rowsOf<Attempt>(evidence, `SELECT handle, raw FROM spend_attempt WHERE chain = 'BTC' ORDER BY seq`)
    // The record has the coins of blocks that were taken back too; what the chain has, the chain says.
    const recorded = await rowsOf<{ ref: string; address: string; units: string }>(
      evidence,
      `SELECT ref, address, units FROM deposit WHERE chain = 'BTC'`,
    )
    const coins = new Map<string, Coin>(recorded.map(({ ref, address, units }) => [ref, { address, units: BigInt(units) }]))
    for (const [outpoint, coin] of evidence.money.coins) coins.set(outpoint, coin)
    const judged = attempts.map((attempt) => ({ handle: attempt.handle, problems: signatureProblems(attempt, coins) }))
    const bad = judged.filter(({ problems }) => problems.length > 0)
    return { figure: `${attempts.length - bad.length} of ${attempts.length} transactions`, broken: bad.map(lineOf) }
  },
}

/** The faults of the signatures of a transaction that spends P2WPKH outputs (BIP-143). */
export function signatureProblems({ handle, raw }: Attempt, coins: ReadonlyMap<string, Coin>): string[] {
  try {
    const transaction = Transaction.fromBuffer(raw)
    const id = transaction.getId()
    const problems = transaction.ins.flatMap((input, at) => {
      const coin = coins.get(`${Buffer.from(input.hash).reverse().toString('hex')}:${input.index}`)
      const problem = coin ? inputProblem(transaction, at, coin) : 'spends an unknown output'
      return problem === undefined ? [] : [`input ${at} ${problem}`]
    })
    return id === handle ? problems : [`it is ${id}`, ...problems]
  } catch (error) {
    return [String(error)]
  }
}

function inputProblem(transaction: Transaction, at: number, { address, units }: Coin): string | undefined {
  const [signature, publicKey, ...more] = transaction.ins[at]?.witness ?? []
  if (!signature || !publicKey || more.length > 0) return 'has no signature for a P2WPKH output'
  if (payments.p2wpkh({ pubkey: publicKey, network: networks.regtest }).address !== address) return 'is signed by another key'
  const { output: scriptCode } = payments.p2pkh({ pubkey: publicKey })
  const { signature: compact, hashType } = script.signature.decode(signature)
  if (!scriptCode || hashType !== Transaction.SIGHASH_ALL) return 'does not sign the whole transaction'
  const digest = transaction.hashForWitnessV0(at, scriptCode, units, hashType)
  return secp256k1.verify(compact, digest, publicKey, { prehash: false }) ? undefined : 'has an invalid signature'
}
