import { hexToBytes, recoverAddress, size, slice } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { decisionDigest, type EscrowDecision, signDecision } from './decision.ts'

const key = `0x${'17'.repeat(32)}` as const
const decision: EscrowDecision = {
  factory: '0x1111111111111111111111111111111111111111',
  chainId: 1,
  escrow: '0x2222222222222222222222222222222222222222',
  outcome: 'release',
}

test('signDecision gives the same 65 bytes of the key for the same decision', async () => {
  const proof = await signDecision(decision, hexToBytes(key))
  expect(await recoverAddress({ hash: decisionDigest(decision), signature: proof })).toBe(privateKeyToAccount(key).address)
  expect([size(proof), ['0x1b', '0x1c'].includes(slice(proof, 64))]).toEqual([65, true])
  expect(await signDecision(decision, hexToBytes(key))).toBe(proof)
})

test('every member of a decision changes its digest', () => {
  const others: Partial<EscrowDecision>[] = [
    { factory: decision.escrow },
    { chainId: 137 },
    { escrow: decision.factory },
    { outcome: 'refund' },
    {},
  ]
  expect(new Set(others.map((given) => decisionDigest({ ...decision, ...given }))).size).toBe(5)
})
