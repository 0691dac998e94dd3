import { describe, expect, test } from 'vitest'
import type { DepositTerms } from './deposit-factory.ts'
import { openOwnFlush } from './replace-flush.ts'
import { type FlushOrder, signFlush } from './sign-flush.ts'

const only: DepositTerms = {
  id: `0x${'0a'.repeat(32)}`,
  merchant: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  feeReceiver: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  feeBps: 100,
}
const order: FlushOrder = {
  chainId: 31_337,
  factory: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  token: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  items: [only],
  nonce: 0,
  fees: { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 0n },
  gas: 500_000n,
  privateKey: new Uint8Array(32).fill(7),
}
const { chainId, factory, privateKey } = order
const dearer = { maxFeePerGas: 4_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }

describe('openOwnFlush', () => {
  test.each([0, 7])('signs a replacement that differs only in its price (nonce %i)', async (nonce) => {
    const first = await signFlush({ ...order, nonce })
    const own = await openOwnFlush({ raw: first.raw, chainId, factory, privateKey })
    expect(own?.fees).toEqual(order.fees)
    expect(own?.items).toEqual(order.items)
    expect(await own?.sign(dearer, order.items)).toEqual(await signFlush({ ...order, nonce, fees: dearer }))
  })

  test('drops some items under the same nonce', async () => {
    const items = [1, 2, 3].map((id) => ({ ...only, id: `0x${String(id).padStart(64, '0')}` as const }))
    const { raw } = await signFlush({ ...order, items, nonce: 7 })
    const own = await openOwnFlush({ raw, chainId, factory, privateKey })
    expect(own?.items).toEqual(items)
    const kept = items.filter(({ id }) => !id.endsWith('2'))
    expect(await own?.sign(dearer, kept)).toEqual(await signFlush({ ...order, items: kept, nonce: 7, fees: dearer }))
  })

  test.each([
    ['are signed by another key', { privateKey: new Uint8Array(32).fill(8) }],
    ['call another contract', { factory: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' as const }],
    ['are for another chain', { chainId: 1 }],
  ])('rejects stored bytes that %s', async (_what, change) => {
    const { raw } = await signFlush({ ...order, ...change })
    expect(await openOwnFlush({ raw, chainId, factory, privateKey })).toBeUndefined()
  })

  test('rejects stored bytes that are no transaction', async () => {
    const { raw } = await signFlush(order)
    for (const bytes of [new Uint8Array(), raw.subarray(1), raw.subarray(0, 40)])
      expect(await openOwnFlush({ raw: bytes, chainId, factory, privateKey })).toBeUndefined()
  })
})
