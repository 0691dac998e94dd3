import type { Source } from '@gateway/domain/custody/intent'
import type { CommitStatement, WalletStatement } from '@gateway/domain/custody/pin'
import { createSecretKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { termsMac, isTermsMac, isWalletMac, walletMac } from './pin-mac.ts'

const keyOf = (generation: number) => ({ generation, key: createSecretKey(Buffer.alloc(32, generation + 1)) })
const before = { pinKeys: [keyOf(0)] }
/** After a rotation, newest first. */
const after = { pinKeys: [keyOf(1), keyOf(0)] }

const statement = (source: Source): CommitStatement => ({
  pinnedAt: new Date(0),
  deploymentId: 'shop',
  network: 'regtest',
  commit: {
    id: '00000000-0000-4000-8000-000000000001',
    subject: 'payment',
    subjectId: '00000000-0000-4000-8000-000000000002',
    chain: source.kind === 'pool' ? 'BTC' : 'ETH',
    asset: source.kind === 'pool' ? 'BTC' : 'ETH',
    address: 'somewhere',
    source,
    recipients: [{ role: 'merchant', address: 'shop' }],
    feeBps: 100,
  },
  businessId: '00000000-0000-4000-8000-000000000003',
  mode: 'live',
  usdRate: '60000',
})
const pooled = (generation: number) => statement({ kind: 'pool', generation, idx: 7 })
const contract = statement({ kind: 'create2', factory: '0xf', initHash: '0x1', salt: '0x2' })

describe('a seed rotation', () => {
  test('pins are made with the newest seed', () => {
    expect(termsMac(after, pooled(1))).toEqual(termsMac({ pinKeys: [keyOf(1)] }, pooled(1)))
    expect(termsMac(after, pooled(1))).not.toEqual(termsMac(before, pooled(1)))
  })

  test('pins of the old seed stay valid', () => {
    for (const old of [pooled(0), contract]) expect(isTermsMac(after, old, termsMac(before, old))).toBe(true)
    const wallet: WalletStatement = { ...pooled(0), position: '1', chain: 'BTC', asset: 'BTC', address: 'shop', pinnedAt: new Date(0) }
    expect(isWalletMac(after, wallet, walletMac(before, wallet))).toBe(true)
  })

  test('the old seed cannot pin an address of the new one', () => {
    expect(isTermsMac(after, pooled(1), termsMac(before, pooled(1)))).toBe(false)
    expect(isTermsMac(after, pooled(1), termsMac(after, pooled(1)))).toBe(true)
  })

  test('an empty, foreign or short MAC is no pin', () => {
    expect(isTermsMac(after, pooled(0), null)).toBe(false)
    expect(isTermsMac(after, pooled(0), termsMac(after, pooled(1)))).toBe(false)
    expect(isTermsMac(after, pooled(0), Buffer.alloc(31))).toBe(false)
  })
})
