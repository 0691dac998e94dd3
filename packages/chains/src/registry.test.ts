import { describe, expect, test } from 'vitest'
import { NodesEnv, RailsEnv } from './env.ts'
import { createNode, pollMsOf } from './nodes.ts'
import { createRails, findRail } from './registry.ts'
import { byChain } from './settings.ts'

const complete = {
  BTC_NETWORK: 'regtest',
  ETH_CHAIN_ID: '31337',
  ETH_DEPOSIT_FACTORY: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ETH_USDC_ADDRESS: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
}
const railsOf = (settings: Record<string, string>) => createRails(byChain(RailsEnv.parse(settings)))
const nodesOf = (settings: Record<string, string>) => byChain(NodesEnv.parse(settings))
const urls = { BTC_RPC_URL: 'http://u:p@127.0.0.1:18443', ETH_RPC_URL: 'http://127.0.0.1:8545' }

describe('the rails of a deployment', () => {
  test('match its chains, and are found by their assets', () => {
    const rails = railsOf(complete)
    expect([...rails.keys()]).toEqual(['BTC', 'ETH'])
    expect(findRail(rails, 'USDC_ETH')).toBe(rails.get('ETH'))
    expect(findRail(rails, 'BTC')).toBe(rails.get('BTC'))
    expect(findRail(rails, 'SOL')).toBeUndefined()
    expect([...rails.values()].map(({ network }) => network)).toEqual(['regtest', '31337'])
  })

  test('need no settings of chains they do not serve', () => {
    expect([...railsOf({ CHAINS: 'BTC', BTC_NETWORK: 'mainnet' }).keys()]).toEqual(['BTC'])
  })

  test('take the mainnet USDC contract from the definition', () => {
    const { ETH_USDC_ADDRESS: _, ...mainnet } = { ...complete, ETH_CHAIN_ID: '1' }
    const uri = railsOf(mainnet).get('ETH')?.paymentUri({ asset: 'USDC_ETH', address: complete.ETH_DEPOSIT_FACTORY, units: 1n })
    expect(uri).toContain('ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48@1/transfer')
  })

  test.each(Object.keys(complete))('fail to start without %s', (name) => {
    const rest = Object.fromEntries(Object.entries(complete).filter(([other]) => other !== name))
    expect(() => railsOf(rest)).toThrow(`${name} is required`)
  })
})

describe('the nodes of a deployment', () => {
  test('belong to their rails and are polled at the interval of the network or the operator', () => {
    for (const rail of railsOf(complete).values()) {
      expect(createNode(rail, nodesOf(urls)).rail).toBe(rail)
      expect(pollMsOf(rail, nodesOf({}))).toBeLessThanOrEqual(500)
      expect(pollMsOf(rail, nodesOf({ BTC_POLL_MS: '1234', ETH_POLL_MS: '1234' }))).toBe(1234)
    }
  })

  test.each([
    ['BTC', 'BTC_RPC_URL'],
    ['ETH', 'ETH_RPC_URL'],
  ])('require for %s the setting %s', (CHAINS, name) => {
    for (const rail of railsOf({ ...complete, CHAINS }).values()) {
      expect(() => createNode(rail, nodesOf({}))).toThrow(`${name} is required`)
    }
  })
})
