import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddressOf, rangeOf } from './client-address.ts'

const proxies = ['10.0.0.0/8', 'fd00::/8'].map(rangeOf)
const from = (remoteAddress: string, forwarded?: string) =>
  clientAddressOf(
    { socket: { remoteAddress } as IncomingMessage['socket'], headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
    proxies,
  )

test.each<[string, string | undefined, string, string]>([
  ['203.0.113.9', undefined, '203.0.113.9', 'a client without a proxy'],
  ['::ffff:203.0.113.9', undefined, '203.0.113.9', 'an IPv4 client on an IPv6 socket'],
  ['203.0.113.9', '198.51.100.1', '203.0.113.9', 'a client that forges the header'],
  ['10.1.2.3', '198.51.100.1', '198.51.100.1', 'a client behind a trusted proxy'],
  ['10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9', '198.51.100.1', 'a client behind two trusted proxies that forges an address'],
  ['10.1.2.3', 'nonsense', '10.1.2.3', 'a trusted proxy with an invalid header'],
  ['10.1.2.3', undefined, '10.1.2.3', 'a trusted proxy without the header'],
  ['2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64', 'an IPv6 client, counted by network'],
  ['fd00::1', '2001:db8:1:2:9::1', '2001:db8:1:2::/64', 'an IPv6 client behind a trusted proxy'],
])('counts %s forwarding %s as %s: %s', (...[remote, forwarded, counted]) => expect(from(remote, forwarded)).toBe(counted))
