import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../vectors/bitcoin-addresses.json' with { type: 'json' }
import { bitcoinChains, getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { addressScript, findScriptAddress, parseAddress } from './address.ts'
import { buildScript, scriptForms } from './script.ts'

const networks = Object.keys(bitcoinChains.BTC.networks).map((name) => getBitcoinNetwork('BTC', name))
const [mainnet, regtest] = [getBitcoinNetwork('BTC', 'mainnet'), getBitcoinNetwork('BTC', 'regtest')]
const defined = [...vectors.bip350.defined, ...vectors.keyIo.defined] as [string, string, string][]
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const canonical = (address: string) => (/^[A-Z0-9]+$/.test(address) ? address.toLowerCase() : address)

describe('parseAddress', () => {
  test.each(defined)('accepts the %s address %s and its published script', (name, address, script) => {
    const network = getBitcoinNetwork('BTC', name)
    expect(parseAddress(network, address)).toEqual({ address: canonical(address) })
    expect(hex(addressScript(network, address))).toBe(script)
    expect(findScriptAddress(network, Buffer.from(script, 'hex'))).toBe(canonical(address))
  })

  test.each(vectors.bip173 as [string, string][])('accepts on %s the BIP-173 example %s', (name, address) => {
    expect(parseAddress(getBitcoinNetwork('BTC', name), address)).toEqual({ address })
  })

  test('accepts a witness address in capitals, as in QR codes, and returns it in lower case', () => {
    const [, address = ''] = vectors.bip173[0] ?? []
    expect(parseAddress(mainnet, address.toUpperCase())).toEqual({ address })
  })

  test('gives every script one spelling, which reads back as the same script', () => {
    const script = fc
      .constantFrom(...scriptForms.filter(({ kind }) => kind !== 'P2TR'))
      .chain((form) =>
        fc.uint8Array({ minLength: form.payloadBytes, maxLength: form.payloadBytes }).map((payload) => buildScript({ form, payload })),
      )
    fc.assert(
      fc.property(script, fc.constantFrom(...networks), (bytes, network) => {
        const address = findScriptAddress(network, bytes) ?? ''
        expect(parseAddress(network, address)).toEqual({ address })
        expect(hex(addressScript(network, address))).toBe(hex(bytes))
      }),
    )
  })
})

describe('parseAddress', () => {
  const text = 'must be 14 to 90 letters and digits and nothing else'
  const checksum = 'has a wrong checksum or mixes upper and lower case'
  const unknown = 'is of a kind for which Bitcoin has no rules yet'
  const good = 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9'
  const legacy = 'n4fajahJrAuKbN7uNsKjLjQkz9Qn5ewJXQ'

  test.each([
    ['an empty text', '', text],
    ['a trailing space', `${good} `, text],
    ['a leading space', ` ${good}`, text],
    ['a trailing newline', `${good}\n`, text],
    ['ten kilobytes', 'b'.repeat(10_240), text],
    ['a Cyrillic look-alike', good.replace('a', 'а'), text],
    ['a Kelvin sign that folds to a k', 'BCRT1QDAVT4J2SD7DLHQSAVTNFXVZPPW6\u212A7QY97TMNU9', text],
    ['full-width digits', good.replace('9', '９'), text],
    ['a payment link', `bitcoin:${good}`, text],
    ['an e-mail address', 'someone@example.com', text],
    ['mixed case', good.replace('q', 'Q'), checksum],
    ['two swapped characters', good.replace('da', 'ad'), checksum],
    ['a missing last character', good.slice(0, -1), checksum],
    ['a legacy address in lower case', legacy.toLowerCase(), checksum],
    ['a legacy address with one character changed', legacy.replace('f', 'g'), checksum],
    ['an Ethereum address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', checksum],
    ['an exported private key', 'cPisAUdLvqqAr6MYtXnrWvgvyUAwuNyuTvZkDGw6miPhZdaiSDNH', unknown],
    ['a pay-to-anchor address', 'bcrt1pfeesnyr2tx', unknown],
  ])('rejects %s', (_, address, problem) => {
    expect(parseAddress(regtest, address)).toEqual({ problem })
  })

  test.each([...vectors.bip350.undefinedYet, ...vectors.keyIo.undefinedYet] as [string, string][])(
    'rejects on %s the address %s of a witness version without rules, which any miner could spend',
    (name, address) => {
      expect(parseAddress(getBitcoinNetwork('BTC', name), address)).toEqual({ problem: unknown })
    },
  )

  test.each(vectors.bip350.invalid as [string, string][])('rejects the invalid BIP-350 example: %s, %s', (_, address) => {
    for (const network of networks) expect(parseAddress(network, address)).toHaveProperty('problem')
  })

  test('rejects an address of another network and names the right one', () => {
    const problem = 'must be an address of Bitcoin regtest'
    const foreign = [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    ]
    for (const address of foreign) expect(parseAddress(regtest, address)).toEqual({ problem, isForeign: true })
    const ours = { problem: 'must be an address of Bitcoin mainnet', isForeign: true }
    for (const address of [good, legacy]) expect(parseAddress(mainnet, address)).toEqual(ours)
  })

  test.each(vectors.keyIo.offCurve as [string, string][])(
    'rejects on %s the address %s, whose key is off the curve and unspendable',
    (name, address) => {
      expect(parseAddress(getBitcoinNetwork('BTC', name), address)).toEqual({
        problem: 'is a Taproot address that no key can spend from',
      })
    },
  )

  test('rejects any other text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (any) => {
        expect(parseAddress(regtest, any)).toHaveProperty('problem')
      }),
    )
  })

  test('rejects every valid address with one character changed', () => {
    const characters = fc.stringMatching(/^[0-9A-Za-z]$/)
    fc.assert(
      fc.property(fc.constantFrom(good, legacy), fc.nat({ max: 30 }), characters, (address, at, other) => {
        fc.pre(address[at] !== other)
        expect(parseAddress(regtest, `${address.slice(0, at)}${other}${address.slice(at + 1)}`)).toHaveProperty('problem')
      }),
    )
  })

  test('never builds an output script for an address of another network', () => {
    expect(() => addressScript(regtest, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toThrow(RangeError)
  })
})
