import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LogFields } from '../log.ts'
import { signForward } from '../payments/sign-forward.ts'
import { attemptsOf, coins, flushedUsdc, openChain, type TestChain, tokens } from '../test-chain.ts'
import { closeShop, openShop, type TestShop } from '../test-shop.ts'

const FUNDED = 10n ** 18n

let shop: TestShop
let eth: TestChain
let alarms: LogFields[]
beforeEach(async () => {
  alarms = []
  shop = await openShop({ log: { info: () => {}, warn: () => {}, error: (fields: LogFields) => void alarms.push(fields) } }, 1)
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.relayer)
})
afterEach(() => closeShop(shop))

test('a reorganisation that takes back what gas was booked against finds that other coins have paid it, which came unseen', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
  await eth.mine({ transfers: [tokens(payment.address, 50_000_000n, { tx: 5 })] })
  await eth.mineEmpty(11)
  await signForward(shop.signer, { paymentId: payment.id })
  await eth.send()
  const attempts = await attemptsOf(shop.ctx)
  const txId = attempts[0]?.handle ?? ''
  const gas = { txId, succeeded: true, feeUnits: FUNDED + 5n }
  const { height } = await eth.mine({ attempts, receipts: [gas], flushes: [flushedUsdc(payment.address, 50_000_000n, txId)] })
  const funding = coins(shop.relayer, FUNDED, { tx: 8 })
  await eth.mine({ transfers: [funding] })
  await eth.mineEmpty(1, height)
  expect((await shop.book())['ETH platform:cost']).toBe(FUNDED - 5n)
  await eth.rollBack(2)
  expect(await shop.book()).not.toHaveProperty(['ETH platform:cost'])
  expect(alarms).toMatchObject([{ alarm: 'treasury_unseen', txId: funding.txId, units: '5' }])
  await eth.mine({ transfers: [funding] })
  expect((await shop.book())['ETH platform:cost']).toBe(FUNDED)
})
