import type { Address } from 'viem'
import type { GasSchedule } from './gas-schedules.ts'

/**
 * Expected gas of a flush of so many deposits, as opposed to its gas limit, whose unused rest costs nothing.
 * @param token - Null for the native coin.
 */
export function expectedFlushGas({ expected }: GasSchedule, token: Address | null, deposits: number): bigint {
  const { base, each } = expected[token === null ? 'native' : 'token']
  return base + BigInt(deposits) * each
}
