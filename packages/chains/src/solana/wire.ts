import { base58 } from '@scure/base'
import {
  type Address,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  signatureBytes,
  type Transaction,
  verifySignature,
} from '@solana/kit'

/** The id of raw transaction bytes, which is their first signature; undefined when they are no transaction. */
export function findTransactionId(raw: Uint8Array): string | undefined {
  const bytes = Object.values(decode(raw)?.signatures ?? {})[0]
  return bytes ? base58.encode(Uint8Array.from(bytes)) : undefined
}

/** True when the bytes are a transaction of which the fee payer and all other signers signed every part. */
export async function isSigned(raw: Uint8Array): Promise<boolean> {
  const transaction = decode(raw)
  if (!transaction) return false
  const signers = Object.entries(transaction.signatures)
  const verdicts = await Promise.all(signers.map(([signer, signature]) => isValid(transaction, { signer, signature })))
  return verdicts.length > 0 && verdicts.every(Boolean)
}

/** The number of signatures of transaction bytes; 0 when they are no transaction. */
export const countSignatures = (raw: Uint8Array): number => Object.keys(decode(raw)?.signatures ?? {}).length

/** The accounts that transaction bytes name themselves, without those of lookup tables; none when they are no transaction. */
export function findStaticAccounts(raw: Uint8Array): readonly string[] {
  const transaction = decode(raw)
  return transaction ? getCompiledTransactionMessageDecoder().decode(transaction.messageBytes).staticAccounts : []
}

function decode(raw: Uint8Array): Transaction | undefined {
  try {
    const transaction = getTransactionDecoder().decode(raw)
    getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    return transaction
  } catch {
    // The decoders answer only by throwing.
    return undefined
  }
}

interface Signed {
  readonly signer: string
  readonly signature: Transaction['signatures'][Address]
}

async function isValid({ messageBytes }: Transaction, { signer, signature }: Signed): Promise<boolean> {
  if (!signature) return false
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(getBase58Encoder().encode(signer)), 'Ed25519', true, ['verify'])
  return verifySignature(key, signatureBytes(signature), messageBytes)
}
