import { FeeCapsEnv } from '@gateway/chains/env'
import { byChain } from '@gateway/chains/settings'
import { expect, test } from 'vitest'
import { capsOf } from './caps.ts'

test('each chain has the caps of its own settings', () => {
  const settings = {
    BTC_FEE_CAP_SAT_PER_VBYTE: '7',
    BTC_FEE_CAP_BPS: '50',
    BTC_FEE_CAP_FLOOR: '0.0001',
    ETH_FEE_CAP_GWEI: '9',
    ETH_TIP_CAP_GWEI: '2',
  }
  expect(capsOf(byChain(FeeCapsEnv.parse(settings)))).toMatchObject({
    gasCaps: { ETH: { maxFeePerGas: 9_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n } },
    feeRateCaps: { BTC: 7_000n },
    feeCaps: { BTC: { shareBps: 50, floorUnits: 10_000n } },
  })
})
