import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AddressByChain, AddressesByChain, BadSettings, readSettings } from './settings.ts'

const Env = z.object({ ONE: AddressByChain.prefault('{}'), LIST: AddressesByChain.prefault('{}') })
const read = (environment: Readonly<Record<string, string>>) => readSettings(Env, environment)

describe('a setting of addresses by chain', () => {
  test('a setting has one address for each chain, or a list', () => {
    expect(read({ ONE: '{"ETH":"0xA"}', LIST: '{"BTC":"bc1q","ETH":["0xA","0xB"]}' })).toEqual({
      ONE: { ETH: '0xA' },
      LIST: { BTC: ['bc1q'], ETH: ['0xA', '0xB'] },
    })
    expect(read({})).toEqual({ ONE: {}, LIST: {} })
  })

  test.each([
    ['an unknown chain', { ONE: '{"ETH":"0xA","XMR":"secret"}' }, 'ONE: names an unknown chain: XMR; known are BTC, '],
    ['an unknown chain of a list', { LIST: '{"XMR":["secret"]}' }, 'LIST: names an unknown chain: XMR; known are BTC, '],
    ['a chain in another spelling', { ONE: '{"eth":"secret"}' }, 'ONE: names an unknown chain: eth'],
    ['no JSON', { ONE: 'secret' }, 'ONE: must be JSON'],
    ['no object', { ONE: '["secret"]' }, 'ONE: must be a JSON object: chain to address'],
    ['no object of lists', { LIST: '"secret"' }, 'LIST: must be a JSON object: chain to address, or to a list of addresses'],
    ['a number as address', { ONE: '{"ETH":1}' }, 'ONE.ETH: must be an address'],
    ['a list where one is meant', { ONE: '{"ETH":["secret"]}' }, 'ONE.ETH: must be an address'],
    ['an empty list', { LIST: '{"ETH":[]}' }, 'LIST.ETH: must be an address or a list of addresses'],
  ])('a setting names itself and shows no value when it has %s', (_, environment, problem) => {
    expect(() => read(environment)).toThrow(BadSettings)
    expect(() => read(environment)).toThrow(problem)
    expect(() => read(environment)).not.toThrow('secret')
  })
})
