import { type Hex, keccak256, parseTransaction, recoverTransactionAddress, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeFlushMany } from './deposit-factory.ts'
import { type FlushOrder, signFlush } from './sign-flush.ts'

const terms = (byte: string) =>
  ({
    id: `0x${byte.repeat(32)}` as const,
    merchant: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    feeReceiver: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    feeBps: 100,
  }) as const

const order: FlushOrder = {
  chainId: 31_337,
  factory: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  token: null,
  items: [terms('0a'), terms('11'), terms('ff')],
  nonce: 7,
  fees: { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
  gas: 500_000n,
  privateKey: Buffer.from('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'hex'),
}

describe('signFlush', () => {
  test("signs an EIP-1559 call of the factory with the gas payer's key", async () => {
    const { raw, txId, sender, inputs } = await signFlush(order)
    const serialized = toHex(raw) as `0x02${string}`
    expect(parseTransaction(serialized)).toMatchObject({
      type: 'eip1559',
      chainId: 31_337,
      nonce: 7,
      to: order.factory.toLowerCase(),
      gas: 500_000n,
      maxFeePerGas: 3_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      data: encodeFlushMany(order.items, null),
    })
    expect(parseTransaction(serialized)).not.toHaveProperty('value')
    expect(await recoverTransactionAddress({ serializedTransaction: serialized })).toBe(sender)
    expect([txId, sender]).toEqual([keccak256(raw), '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])
    expect(inputs).toEqual([{ resource: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', sequence: 7 }])
  })

  test('gives the same bytes for the same deposits in any order', async () => {
    const first = await signFlush(order)
    const again = await signFlush({ ...order, items: order.items.toReversed() })
    expect(toHex(again.raw)).toBe(toHex(first.raw))
  })

  test('keeps the nonce in a fee bump, so that at most one of the two can be mined', async () => {
    const dearer = await signFlush({ ...order, fees: { maxFeePerGas: 4_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n } })
    const first = await signFlush(order)
    expect(dearer.inputs).toEqual(first.inputs)
    expect(dearer.txId).not.toBe(first.txId)
  })

  test('rejects an empty batch and a deposit named twice', async () => {
    await expect(signFlush({ ...order, items: [] })).rejects.toThrow(RangeError)
    const upper: Hex = `0x${'0A'.repeat(32)}`
    await expect(signFlush({ ...order, items: [terms('0a'), { ...terms('0a'), id: upper }] })).rejects.toThrow('names every id once')
  })
})
