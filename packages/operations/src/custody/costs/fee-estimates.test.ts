import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { findFeeEstimates, storeFeeEstimates } from './fee-estimates.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 1)))
afterEach(() => closeShop(shop))

test.each<FeeEstimate>([
  { family: 'utxo', milliSatsPerVbyte: 2_001n },
  { family: 'utxo', milliSatsPerVbyte: 2_001n, relayIncrement: 100n },
  { family: 'account', baseFeeWei: 10n ** 18n + 1n, priorityFeeWei: 7n },
  {
    family: 'signature',
    lamportsPerSignature: 5_000n,
    leastBalance: 650_240n,
    tokenAccountRent: 1_488_440n,
    blockhash: '9',
    lastValidBlockHeight: 150,
    blockHeight: 2,
  },
])('an estimate of the family $family is read as it was stored', async (fees) => {
  const { lease } = await openChain(shop.ctx, 'BTC')
  const at = shop.ctx.clock.now()
  await storeFeeEstimates(shop.ctx.orm.em.fork(), lease, { fees, at })
  expect(await findFeeEstimates(shop.ctx.orm.em.fork(), lease)).toEqual({ fees, at })
})
