import { describe, expect, test } from 'vitest'
import { assetOf } from '../money/asset.ts'
import { walletFor } from './business.ts'

describe('walletFor', () => {
  test('an asset is forwarded to its own wallet', () => {
    expect(walletFor({ ETH: '0xcoin', USDC_ETH: '0xtoken' }, assetOf('USDC_ETH'))).toBe('0xtoken')
    expect(walletFor({ ETH: '0xcoin', USDC_ETH: '0xtoken' }, assetOf('ETH'))).toBe('0xcoin')
  })

  test('a token without a wallet goes to that of its chain, because one address holds both', () => {
    expect(walletFor({ POL: '0xcoin' }, assetOf('USDC_POL'))).toBe('0xcoin')
  })

  test('a coin never goes to the wallet of a token or of another chain', () => {
    expect(walletFor({ USDC_ETH: '0xtoken', BTC: 'bc1q' }, assetOf('ETH'))).toBeUndefined()
    expect(walletFor({ ETH: '0xcoin' }, assetOf('USDC_POL'))).toBeUndefined()
    expect(walletFor({}, assetOf('BTC'))).toBeUndefined()
  })
})
