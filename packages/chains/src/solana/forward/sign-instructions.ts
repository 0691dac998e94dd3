import {
  appendTransactionMessageInstructions,
  assertIsTransactionWithinSizeLimit,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import type { Lifetime } from '../read-fees.ts'
import { findTransactionId } from '../wire.ts'

/** A signed transaction: its bytes, its id, and the last height at which a block can take it. */
export interface SignedTransaction {
  readonly raw: Uint8Array
  readonly txId: string
  readonly lastValidBlockHeight: number
}

/** The parts of a transaction; the fee payer's key and those of the instructions sign it. */
export interface UnsignedTransaction {
  readonly feePayer: KeyPairSigner
  readonly lifetime: Lifetime
  readonly instructions: readonly Instruction[]
}

/**
 * Signs instructions. Signatures are deterministic (RFC 8032): the same parts give the same bytes.
 * @throws {Error} when they do not fit into one transaction.
 */
export async function signInstructions({ feePayer, lifetime, instructions }: UnsignedTransaction): Promise<SignedTransaction> {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(feePayer, empty),
    (unsigned) => setTransactionMessageLifetimeUsingBlockhash(constraintOf(lifetime), unsigned),
    (unsigned) => appendTransactionMessageInstructions(instructions, unsigned),
  )
  const signed = await signTransactionMessageWithSigners(message)
  assertIsTransactionWithinSizeLimit(signed)
  const raw = Uint8Array.from(getTransactionEncoder().encode(signed))
  return { raw, txId: findTransactionId(raw) ?? '', lastValidBlockHeight: lifetime.lastValidBlockHeight }
}

/** A message with one signature and no instructions in base64: nodes tell its fee. */
export function compileProbe(lifetime: Lifetime): string {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(SYSTEM_PROGRAM_ADDRESS, empty),
    (unsigned) => setTransactionMessageLifetimeUsingBlockhash(constraintOf(lifetime), unsigned),
  )
  return Buffer.from(compileTransaction(message).messageBytes).toString('base64')
}

const constraintOf = ({ blockhash: hash, lastValidBlockHeight }: Lifetime) => ({
  blockhash: blockhash(hash),
  lastValidBlockHeight: BigInt(lastValidBlockHeight),
})
