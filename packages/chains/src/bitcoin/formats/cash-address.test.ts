import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../../vectors/cash-addresses.json' with { type: 'json' }
import { type BitcoinNetwork, getBitcoinNetwork } from '../../definitions/bitcoin.ts'
import { bitcoinCashNetworks } from '../../definitions/bitcoin-cash.ts'
import { addressScript, findScriptAddress, parseAddress } from '../address.ts'
import { buildScript, cashScriptForms } from '../script.ts'

const networks = Object.keys(bitcoinCashNetworks).map((name) => getBitcoinNetwork('BCH', name))
const [mainnet, testnet, regtest] = ['mainnet', 'testnet', 'regtest'].map((name) => getBitcoinNetwork('BCH', name)) as [
  BitcoinNetwork,
  BitcoinNetwork,
  BitcoinNetwork,
]
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const withoutPrefix = (address: string) => address.slice(address.indexOf(':') + 1)
const good = vectors.translations[0]?.[1] ?? ''

describe('a cash address', () => {
  test.each(vectors.withRules as [string, string, string][])(
    'A published address of %s reads back, %s, with its script',
    (name, address, script) => {
      const network = getBitcoinNetwork('BCH', name)
      expect(parseAddress(network, address)).toEqual({ address })
      expect(hex(addressScript(network, address))).toBe(script)
      expect(findScriptAddress(network, Buffer.from(script, 'hex'))).toBe(address)
    },
  )

  test.each(vectors.translations as [string, string][])(
    'pays the same script as its published translation %s on Bitcoin',
    (legacy, address) => {
      expect(hex(addressScript(mainnet, address))).toBe(hex(addressScript(getBitcoinNetwork('BTC', 'mainnet'), legacy)))
    },
  )

  test('An address is accepted with and without prefix, in lower and upper case, and always spelled with its prefix', () => {
    const spellings = [good, withoutPrefix(good), good.toUpperCase(), withoutPrefix(good).toUpperCase()]
    for (const text of spellings) expect(parseAddress(mainnet, text)).toEqual({ address: good })
  })

  test('A script hash of 32 bytes is accepted', () => {
    const form = cashScriptForms[2]
    const script = buildScript({ form, payload: new Uint8Array(32).fill(7) })
    const address = findScriptAddress(testnet, script) ?? ''
    expect(address).toMatch(/^bchtest:p/)
    expect(addressScript(testnet, withoutPrefix(address))).toEqual(script)
  })

  test('An address that announces support for tokens is read as the plain one of the same script', () => {
    const plain = 'bitcoincash:qr7fzmep8g7h7ymfxy74lgc0v950j3r2959lhtxxsl'
    expect(parseAddress(mainnet, 'bitcoincash:zr7fzmep8g7h7ymfxy74lgc0v950j3r295z4y4gq0v')).toEqual({ address: plain })
  })

  test('A script has one spelling, which reads back as the same script', () => {
    const script = fc
      .constantFrom(...cashScriptForms)
      .chain((form) =>
        fc.uint8Array({ minLength: form.payloadBytes, maxLength: form.payloadBytes }).map((payload) => buildScript({ form, payload })),
      )
    fc.assert(
      fc.property(script, fc.constantFrom(...networks), (bytes, network) => {
        const address = findScriptAddress(network, bytes) ?? ''
        expect(parseAddress(network, address)).toEqual({ address })
        expect(parseAddress(network, withoutPrefix(address))).toEqual({ address })
        expect(hex(addressScript(network, address))).toBe(hex(bytes))
      }),
    )
  })
})

describe('a cash address', () => {
  const text = 'must be 14 to 90 letters and digits, with at most a prefix and a colon before them'
  const checksum = 'has a wrong checksum or mixes upper and lower case'
  const unknown = 'is of a kind for which Bitcoin Cash has no rules yet'
  const legacy =
    'is in the old format, which Bitcoin shares: give the same address in the format that begins with bitcoincash:q or bitcoincash:p'

  test.each([
    ['an empty text', '', text],
    ['a trailing space', `${good} `, text],
    ['a trailing newline', `${good}\n`, text],
    ['ten kilobytes', 'q'.repeat(10_240), text],
    ['a Cyrillic look-alike', good.replace('a', 'а'), text],
    ['a Kelvin sign that folds to a k', `BITCOINCASH:QPM2QS\u212A`, text],
    ['a payment link', `${good}?amount=1`, text],
    ['a link with slashes', good.replace(':', '://'), text],
    ['mixed case', good.replace('q', 'Q'), checksum],
    ['a prefix in capitals only', good.replace('bitcoincash', 'BITCOINCASH'), checksum],
    ['two prefixes', `bitcoincash:${good}`, checksum],
    ['nothing before the colon', `:${withoutPrefix(good)}`, checksum],
    ['nothing after the colon', 'bitcoincash:', text],
    ['a prefix of another coin', `ecash:${withoutPrefix(good)}`, checksum],
    ['two swapped characters', good.replace('2q', 'q2'), checksum],
    ['a missing last character', good.slice(0, -1), checksum],
    ['a witness address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', checksum],
    ['an Ethereum address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', checksum],
    ['a legacy address', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', legacy],
    ['a legacy address of a script', '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', legacy],
    ['a legacy address of a test network', 'n4fajahJrAuKbN7uNsKjLjQkz9Qn5ewJXQ', legacy],
  ])('An address is not %s', (_, address, problem) => {
    expect(parseAddress(mainnet, address)).toEqual({ problem })
  })

  test.each(vectors.withoutRules as [string, string][])('An address of %s whose script has no rules is rejected: %s', (name, address) => {
    expect(parseAddress(getBitcoinNetwork('BCH', name), address)).toEqual({ problem: unknown })
  })

  test('An address of another network is rejected, and the right one named', () => {
    const problem = 'must be an address of Bitcoin Cash regtest'
    for (const address of [good, withoutPrefix(good)]) expect(parseAddress(regtest, address)).toEqual({ problem, isForeign: true })
    expect(() => addressScript(regtest, good)).toThrow(RangeError)
  })

  test('No other text is an address, and none throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (any) => {
        expect(parseAddress(mainnet, any)).toHaveProperty('problem')
      }),
    )
  })

  test('An address with one changed character is invalid', () => {
    const characters = fc.stringMatching(/^[0-9a-z]$/)
    fc.assert(
      fc.property(fc.nat({ max: good.length - 1 }), characters, (at, other) => {
        fc.pre(good[at] !== other)
        expect(parseAddress(mainnet, `${good.slice(0, at)}${other}${good.slice(at + 1)}`)).toHaveProperty('problem')
      }),
    )
  })
})
