import type { PayoutOwnerSubject } from '@gateway/domain/custody/purposes'
import type { Address } from 'viem'
import type { PayoutShape } from '../../rail/fee-estimate.ts'

interface Gas {
  readonly base: bigint
  /** For each payee that the terms name. */
  readonly payee: bigint
}

// Measured with contracts/measure-gas.ts and contracts/measure-escrow-gas.ts for payees whose accounts are new or reject coin, with native coin that
// somebody has sent to the address of a token, and rounded up; the platform's own account exists. Circle's contract is a pausable proxy, which makes each
// token transfer some thousand gas more expensive than the measured plain contract.
const gas: Readonly<Record<PayoutOwnerSubject, { readonly native: Gas; readonly token: Gas }>> = {
  payment: { native: { base: 65_000n, payee: 20_000n }, token: { base: 110_000n, payee: 25_000n } },
  escrow: { native: { base: 95_000n, payee: 43_000n }, token: { base: 145_000n, payee: 30_000n } },
}

/**
 * The most gas of one flush or settlement. No code of a payee runs in it, so that nobody can make it more.
 * @param token - Null for the native coin.
 */
export function mostGas(token: Address | null, { owner, payees }: Pick<PayoutShape, 'owner' | 'payees'>): bigint {
  const { base, payee } = gas[owner][token === null ? 'native' : 'token']
  return base + BigInt(payees) * payee
}
