import { describe, expect, test } from 'vitest'
import { payoutShares } from './payout-shares.ts'

describe('the shares of a payout', () => {
  test('a forward reaches the wallet without the two fees, which are named', () => {
    const forward = { amount: '0.0027431', merchant_amount: '0.00272139', fee_amount: '0.00001371', network_fee: '0.000008' }
    expect(payoutShares({ ...forward, asset: 'BTC' })).toEqual({
      reaches: '0.00272139',
      takenOff: [
        ['fee', '0.00001371'],
        ['network fee', '0.000008'],
      ],
    })
  })

  test('a refund reaches the customer without the network fee alone', () => {
    const refund = { asset: 'BTC', amount: '0.0015', merchant_amount: null, fee_amount: null, network_fee: '0.000008' } as const
    expect(payoutShares(refund)).toEqual({ reaches: '0.001492', takenOff: [['network fee', '0.000008']] })
  })

  test('a payout that costs nothing names nothing', () => {
    const free = { asset: 'USDC_ETH', amount: '284.1', merchant_amount: '284.1', fee_amount: '0', network_fee: '0' } as const
    expect(payoutShares(free)).toEqual({ reaches: '284.1', takenOff: [] })
  })
})
