import { describe, expect, test } from 'vitest'
import { type LoggedTransfer, nameTokenTransfers } from './name-token-transfers.ts'

const transfer = (logIndex: number, changes: Partial<LoggedTransfer> = {}): LoggedTransfer => ({
  txId: '0xa',
  to: '0x1',
  asset: 'USDC_ETH',
  token: '0xusdc',
  units: 5n,
  logIndex,
  ...changes,
})
const names = (transfers: readonly LoggedTransfer[]) => nameTokenTransfers(transfers).map(({ ref }) => ref)

describe('the ref of a token transfer', () => {
  test('stays the same at any position of the log in its block', () => {
    expect(names([transfer(3)])).toEqual(['0xa:0xusdc:0x1:0'])
    expect(names([transfer(90)])).toEqual(names([transfer(3)]))
  })

  test('numbers transfers of one transaction, token and receiver by log index, for any order of the logs', () => {
    const first = transfer(3)
    const second = transfer(7, { units: 9n })
    expect(nameTokenTransfers([second, first])).toEqual([
      { ...first, ref: '0xa:0xusdc:0x1:0' },
      { ...second, ref: '0xa:0xusdc:0x1:1' },
    ])
  })

  test('differs between transactions, tokens and receivers', () => {
    const others = [transfer(4, { txId: '0xb' }), transfer(5, { token: '0xdai', asset: null }), transfer(6, { to: '0x2' })]
    expect(names([transfer(3), ...others])).toEqual(['0xa:0xusdc:0x1:0', '0xb:0xusdc:0x1:0', '0xa:0xdai:0x1:0', '0xa:0xusdc:0x2:0'])
  })
})
