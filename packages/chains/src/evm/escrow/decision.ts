import { OUTCOME_CODES } from '@gateway/domain/escrows/contract'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import { type Address, hashTypedData, type Hex, toHex } from 'viem'
import { sign } from 'viem/accounts'

/** A decision to sign: one outcome of one escrow, on one chain, for one factory. */
export interface EscrowDecision {
  readonly factory: Address
  readonly chainId: number
  readonly escrow: Address
  readonly outcome: EscrowOutcome
}

const decisionTypes = {
  Decision: [
    { name: 'escrow', type: 'address' },
    { name: 'outcome', type: 'uint8' },
  ],
} as const

/** Digest of a decision (EIP-712). */
export function decisionDigest({ factory, chainId, escrow, outcome }: EscrowDecision): Hex {
  return hashTypedData({
    domain: { name: 'EscrowFactory', version: '1', chainId, verifyingContract: factory },
    types: decisionTypes,
    primaryType: 'Decision',
    message: { escrow, outcome: OUTCOME_CODES[outcome] },
  })
}

/**
 * The proof of a decision: 65 bytes of r, s and v. The signature is deterministic (RFC 6979), so signing again gives the same bytes.
 * The signature is the spend: any account can settle the escrow with it at any time, so its intent must be recorded before.
 * @param privateKey - 32 bytes of the decider's key.
 */
export async function signDecision(decision: EscrowDecision, privateKey: Uint8Array): Promise<Hex> {
  return sign({ hash: decisionDigest(decision), privateKey: toHex(privateKey), to: 'hex' })
}
