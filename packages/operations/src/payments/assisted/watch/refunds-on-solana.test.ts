import { newKey } from '@gateway/chains/solana/test-chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedRefundsOf } from '../../../testing/test-watched-refunds.ts'
import { openSolanaShop, type SolanaShop } from '../../../testing/solana-shop.ts'
import { closeShop } from '../../../testing/test-shop.ts'

let shop: SolanaShop
beforeAll(async () => void (shop = await openSolanaShop()))
afterAll(async () => {
  await shop.stop()
  await closeShop(shop)
})

const { start, stands, name, named } = watchedRefundsOf(() => shop)

test.each(['SOL', 'USDC_SOL'] as const)('a refund in %s is complete with the final block that pays it', async (blockchain) => {
  const payment = await shop.paid(blockchain, 60)
  const { address } = newKey()
  const units = payment.dueUnits / 2n
  const id = await start(payment, units, address)
  await shop.chain.pay(address, blockchain === 'SOL' ? { lamports: units } : { usdc: units })
  await shop.settle()
  expect(await stands(id)).toEqual(['refunded', units])
  expect((await shop.read(payment.id)).refundedUnits).toBe(units)
  expect((await shop.events(payment.id)).filter((type) => type === 'payment.refunded')).toHaveLength(1)
})

test('a pass of the scanner finds a transaction that is older than the address, and refuses one that pays another', async () => {
  const payment = await shop.paid('USDC_SOL', 60)
  const [{ address }, other] = [newKey(), newKey()]
  const { height } = await shop.chain.node.readHead()
  for (const to of [address, other.address]) await shop.chain.pay(to, { usdc: payment.dueUnits })
  await shop.settle()
  const transfers = (await shop.chain.readFrom(height)).flatMap((block) => block.transfers)
  const [txId, elsewhere] = [address, other.address].map((to) => transfers.find((transfer) => transfer.to === to)?.txId ?? '')
  const id = await start(payment, payment.dueUnits, address)
  await name(id, elsewhere ?? '')
  await shop.scan()
  await name(id, txId ?? '')
  await shop.scan()
  expect([await stands(id), (await named(id)).toSorted()]).toEqual([
    ['refunded', payment.dueUnits],
    ['found', 'pays_something_else'],
  ])
})
