import { secp256k1 } from '@noble/curves/secp256k1.js'
import { networks, payments, script, Transaction } from 'bitcoinjs-lib'

/** An output that a transaction spends. */
export interface SpentOutput {
  readonly address: string
  readonly units: bigint
}

/** A transaction as its signer hands it over. */
interface SignedTransaction {
  readonly raw: Uint8Array
  readonly txId: string
}

/**
 * What bitcoinjs-lib, which shares no code with our signer, finds wrong with a signed transaction; nothing for a good one.
 *
 * Every input must spend a known P2WPKH output by a signature over the whole transaction and the output's amount (BIP-143).
 */
export function spendProblems({ raw, txId }: SignedTransaction, spent: ReadonlyMap<string, SpentOutput>): string[] {
  try {
    const transaction = Transaction.fromBuffer(raw)
    const id = transaction.getId()
    const problems = transaction.ins.flatMap((input, at) => {
      const problem = inputProblem(transaction, { input, at, output: spent.get(outpointOf(input)) })
      return problem === undefined ? [] : [`input ${at} ${problem}`]
    })
    return id === txId ? problems : [`it is ${id}, not ${txId}`, ...problems]
  } catch (error) {
    return [`bitcoinjs-lib cannot read it: ${String(error)}`]
  }
}

type Input = Transaction['ins'][number]

const outpointOf = ({ hash, index }: Input): string => `${Buffer.from(hash).reverse().toString('hex')}:${index}`

interface Spend {
  readonly input: Input
  readonly at: number
  readonly output: SpentOutput | undefined
}

function inputProblem(transaction: Transaction, { input, at, output }: Spend): string | undefined {
  if (!output) return 'spends an unknown output'
  const [signature, publicKey, ...more] = input.witness
  if (!signature || !publicKey || more.length > 0 || input.script.length > 0) return 'has no signature for a P2WPKH output'
  const network = output.address.startsWith('bcrt1') ? networks.regtest : networks.bitcoin
  const { address } = payments.p2wpkh({ pubkey: publicKey, network })
  if (address !== output.address) return `is signed by ${address}, not by ${output.address}`
  return isSigned(transaction, { at, units: output.units, signature, publicKey }) ? undefined : 'has an invalid signature'
}

interface Signature {
  readonly at: number
  readonly units: bigint
  readonly signature: Uint8Array
  readonly publicKey: Uint8Array
}

function isSigned(transaction: Transaction, { at, units, signature, publicKey }: Signature): boolean {
  const { output: scriptCode } = payments.p2pkh({ pubkey: publicKey })
  const { signature: compact, hashType } = script.signature.decode(signature)
  if (!scriptCode || hashType !== Transaction.SIGHASH_ALL) return false
  const digest = transaction.hashForWitnessV0(at, scriptCode, units, hashType)
  return secp256k1.verify(compact, digest, publicKey, { prehash: false })
}
