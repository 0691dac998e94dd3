import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { randomUUID } from 'node:crypto'
import { getTransferSolInstruction } from '@solana-program/system'
import { solanaFaucet } from '../ledger/genesis.ts'

/** The newest blockhash of a chain. */
export interface Lifetime {
  readonly blockhash: Blockhash
  readonly lastValidBlockHeight: bigint
}

const faucetSigner = createKeyPairSignerFromPrivateKeyBytes(solanaFaucet.key)

/** The faucet as a signer of instructions: always the same object, since kit takes two of one address for a mistake. */
export const openFaucet = () => faucetSigner

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address

/** Signs instructions that the faucet pays for, in base64. A memo makes each transaction differ from an equal one of the same block. */
export async function signByFaucet(lifetime: Lifetime, instructions: readonly Instruction[]): Promise<string> {
  const faucet = await openFaucet()
  const memo: Instruction = { programAddress: MEMO_PROGRAM, data: new TextEncoder().encode(randomUUID()) }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(faucet, empty),
    (unsigned) => setTransactionMessageLifetimeUsingBlockhash(lifetime, unsigned),
    (unsigned) => appendTransactionMessageInstructions([...instructions, memo], unsigned),
  )
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
}

/** Signs a payment of lamports by the faucet. */
export async function signAirdrop(lifetime: Lifetime, { to, units }: { to: Address; units: bigint }): Promise<string> {
  return signByFaucet(lifetime, [getTransferSolInstruction({ source: await openFaucet(), destination: to, amount: lamports(units) })])
}
