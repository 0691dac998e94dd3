import ipaddr from 'ipaddr.js'

/**
 * Ranges that no outbound request may reach: this host, private and shared networks, link-local (cloud metadata), documentation,
 * benchmarks, multicast, the former relays of 6to4 (RFC 7526), and IPv6 forms that embed an IPv4 address.
 *
 * Source: the IANA special-purpose address registries (RFC 6890). What they call globally reachable, such as AS112, is public.
 */
const deniedRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/127',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  // Documentation (RFC 9637).
  '3fff::/20',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
].map((range) => ipaddr.parseCIDR(range))

/** The only IPv6 space that is routed publicly (RFC 4291 §2.4); addresses outside need no row above. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** True for the text of a publicly routed IP address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv6' && !isWithin(address, globalUnicast)) return false
  return !deniedRanges.some((range) => isWithin(address, range))
}

type Address = ReturnType<typeof ipaddr.parse>
type Range = ReturnType<typeof ipaddr.parseCIDR>

const isWithin = (address: Address, range: Range): boolean => address.kind() === range[0].kind() && address.match(range)
