import type { Address } from 'viem'
import type { PayoutShape } from '../../rail/fee-estimate.ts'
import type { GasSchedule } from './gas-schedules.ts'

/**
 * The most gas of one flush or settlement. No code of a payee runs in it, so that nobody can make it more.
 * @param token - Null for the native coin.
 */
export function mostGas({ most }: GasSchedule, token: Address | null, { owner, payees }: Pick<PayoutShape, 'owner' | 'payees'>): bigint {
  const { base, each } = most[owner][token === null ? 'native' : 'token']
  return base + BigInt(payees) * each
}
