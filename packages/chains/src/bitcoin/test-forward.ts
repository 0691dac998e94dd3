import { expect } from 'vitest'
import { buildForward, type SignedForward } from './forward.ts'
import { addressOfPrivateKey } from './keys.ts'
import { spendProblems } from './test-spend-problems.ts'

/** Signs a forward of a test, and has an independent implementation verify every signature. */
export function verifiedForward(request: Parameters<typeof buildForward>[0]): SignedForward {
  const signed = buildForward(request)
  const spent = request.inputs.map(({ txId, vout, units, privateKey }) => {
    return [`${txId}:${vout}`, { address: addressOfPrivateKey(request.network, privateKey), units }] as const
  })
  expect(spendProblems(signed, new Map(spent))).toEqual([])
  return signed
}
