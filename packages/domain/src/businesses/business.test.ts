import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetCodes, assetOf } from '../money/asset.ts'
import { nameWallets, walletFor, walletsAt } from './business.ts'

describe('walletFor', () => {
  test('forwards an asset to its own wallet', () => {
    expect(walletFor({ ETH: '0xcoin', USDC_ETH: '0xtoken' }, assetOf('USDC_ETH'))).toBe('0xtoken')
    expect(walletFor({ ETH: '0xcoin', USDC_ETH: '0xtoken' }, assetOf('ETH'))).toBe('0xcoin')
  })

  test('forwards a token without a wallet to the wallet of its chain, because one address holds both', () => {
    expect(walletFor({ POL: '0xcoin' }, assetOf('USDC_POL'))).toBe('0xcoin')
  })

  test('never forwards a coin to the wallet of a token or of another chain', () => {
    expect(walletFor({ USDC_ETH: '0xtoken', BTC: 'bc1q' }, assetOf('ETH'))).toBeUndefined()
    expect(walletFor({ ETH: '0xcoin' }, assetOf('USDC_POL'))).toBeUndefined()
    expect(walletFor({}, assetOf('BTC'))).toBeUndefined()
  })
})

describe('a changed wallet with a one-day delay', () => {
  const DAY_MS = 24 * 60 * 60 * 1_000
  const start = new Date('2026-10-01T12:00:00.000Z')
  const later = (ms: number) => new Date(start.getTime() + ms)
  const shop = (wallets: Parameters<typeof walletFor>[0]) => ({ wallets, formerWallets: {} })
  const name = (
    before: Parameters<typeof walletsAt>[0],
    wallets: Parameters<typeof walletFor>[0],
    when: { now?: Date; delayMs?: number } = {},
  ) => nameWallets(before, wallets, { now: start, delayMs: DAY_MS, ...when })

  test('takes effect when the delay ends and is shown at once', () => {
    const changed = name(shop({ BTC: 'old' }), { BTC: 'new' })
    expect(changed).toEqual({ wallets: { BTC: 'new' }, formerWallets: { BTC: { address: 'old', until: later(DAY_MS).toISOString() } } })
    expect(walletsAt(changed, later(DAY_MS - 1))).toEqual({ BTC: 'old' })
    expect(walletsAt(changed, later(DAY_MS))).toEqual({ BTC: 'new' })
  })

  test('takes effect at once when restored, and a second change starts the delay again', () => {
    const foreign = name(shop({ BTC: 'old' }), { BTC: 'foreign' })
    expect(name(foreign, { BTC: 'old' }, { now: later(1) })).toEqual(shop({ BTC: 'old' }))
    const again = name(foreign, { BTC: 'third' }, { now: later(1) })
    expect(walletsAt(again, later(DAY_MS))).toEqual({ BTC: 'old' })
    expect(walletsAt(again, later(DAY_MS + 1))).toEqual({ BTC: 'third' })
  })

  test('stays in effect for the delay after its removal', () => {
    const removed = name(shop({ BTC: 'old', ETH: 'x' }), { ETH: 'x' })
    expect(walletsAt(removed, later(1))).toEqual({ BTC: 'old', ETH: 'x' })
    expect(walletsAt(removed, later(DAY_MS))).toEqual({ ETH: 'x' })
  })

  test('waits for a token too whose payments went to the wallet of the chain', () => {
    const changed = name(shop({ ETH: 'x' }), { ETH: 'x', USDC_ETH: 'y' })
    expect(walletFor(walletsAt(changed, later(1)), assetOf('USDC_ETH'))).toBe('x')
    expect(walletFor(walletsAt(changed, later(DAY_MS)), assetOf('USDC_ETH'))).toBe('y')
  })

  test('takes effect at once for a first wallet, and when the operator sets no delay', () => {
    expect(name(shop({ ETH: 'x' }), { ETH: 'x', BTC: 'first' }).formerWallets).toEqual({})
    expect(name(shop({ BTC: 'old' }), { BTC: 'new' }, { delayMs: 0 }).formerWallets).toEqual({})
  })

  test('never takes effect at once while another wallet is in effect, for any sequence of changes', () => {
    const wallets = fc.dictionary(fc.constantFrom(...assetCodes), fc.constantFrom('a', 'b', 'c'))
    const steps = fc.array(fc.record({ wallets, afterMs: fc.integer({ min: 1, max: DAY_MS }) }), { minLength: 1, maxLength: 6 })
    const paid = (from: ReturnType<typeof name>, now: Date) =>
      assetCodes.map((code) => [code, walletFor(walletsAt(from, now), assetOf(code))] as const)
    fc.assert(
      fc.property(steps, (changes) => {
        let [shown, now]: [ReturnType<typeof name>, Date] = [shop({ BTC: 'old', ETH: 'old' }), start]
        for (const { wallets: named, afterMs } of changes) {
          const before = paid(shown, now).filter(([, address]) => address !== undefined)
          shown = name(shown, named, { now })
          expect(paid(shown, now)).toEqual(expect.arrayContaining(before))
          now = new Date(now.getTime() + afterMs)
        }
      }),
    )
  })
})
