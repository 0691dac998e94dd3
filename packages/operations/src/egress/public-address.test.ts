import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'
import { readTarget } from './target.ts'

describe('public addresses', () => {
  test.each([
    '8.8.8.8',
    '93.184.216.34',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
    '3fff:1000::1',
    '192.88.98.1',
  ])('accepts the public address %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('private and special addresses', () => {
  const addresses = `
    0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255
    192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255
    :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1
    2001:db8::1 2002:7f00:1:: 3fff::1 3fff:fff::1 5f00::1 100:0:0:1::1 fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 4000::1 localhost example.com`

  test.each(['', ...addresses.trim().split(/\s+/)])('rejects the non-public address %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test('rejects a private IPv4 address in every spelling of a URL', () => {
    const octet = fc.nat(255)
    const privateAddress = fc.oneof(
      fc.tuple(fc.constantFrom(10, 127, 0), octet, octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    )
    const spelling = fc.array(fc.constantFrom('decimal', 'hex', 'octal', 'full width') as fc.Arbitrary<keyof typeof write>, {
      minLength: 4,
      maxLength: 4,
    })
    fc.assert(
      fc.property(privateAddress, spelling, fc.constantFrom(1, 2, 3, 4), ([a, b, c, d], styles, parts) => {
        const host = fold([a, b, c, d], parts)
          .map((value, index) => write[styles[index] ?? 'decimal'](value))
          .join('.')
        expect(readTarget(`https://${host}/`, [])).toEqual({ problem: 'not_public' })
      }),
    )
  })

  test('rejects a private IPv4 address inside an IPv6 address', () => {
    const octet = fc.nat(255)
    const wrap = fc.constantFrom('::ffff:', '64:ff9b::', '::')
    fc.assert(
      fc.property(wrap, fc.tuple(octet, octet, octet), (prefix, rest) => {
        expect(readTarget(`https://[${prefix}127.${rest.join('.')}]/`, [])).toEqual({ problem: 'not_public' })
      }),
    )
  })
})

const write = {
  decimal: (value: number) => String(value),
  hex: (value: number) => `0x${value.toString(16)}`,
  octal: (value: number) => `0${value.toString(8)}`,
  'full width': (value: number) => String(value).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
}

/** The inet_aton forms: the last of fewer than four parts holds the remaining bytes. */
function fold(octets: readonly number[], parts: number): number[] {
  const rest = octets.slice(parts - 1).reduce((sum, octet) => sum * 256 + octet, 0)
  return [...octets.slice(0, parts - 1), rest]
}
