import ipaddr from 'ipaddr.js'
import type { IncomingMessage } from 'node:http'

/** An address or range of proxies whose `X-Forwarded-For` is believed (CIDR). */
export type TrustedRange = ReturnType<typeof ipaddr.parseCIDR>

/** Reads a range, or an address alone. @throws {Error} when it is none. */
export function rangeOf(text: string): TrustedRange {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? V4_BITS : V6_BITS]
}

type Address = ReturnType<typeof ipaddr.process>

// A customer of an IPv6 network holds a whole /64; limits that count addresses inside it would count nobody (RFC 6177).
const V6_NETWORK_PARTS = 4
const V4_BITS = 32
const V6_BITS = 128

/**
 * The address that a request comes from, as limits count it: the nearest one that is no proxy of ours.
 *
 * `X-Forwarded-For` is read from its end and only as far as proxies that are trusted have written it, so a caller cannot make up an address.
 */
export function clientAddressOf(message: Pick<IncomingMessage, 'headers' | 'socket'>, trusted: readonly TrustedRange[]): string {
  const forwarded = String(message.headers['x-forwarded-for'] ?? '').split(',')
  let nearest = parsed(message.socket.remoteAddress)
  while (nearest && isTrusted(nearest, trusted)) {
    const next = parsed(forwarded.pop()?.trim())
    if (!next) break
    nearest = next
  }
  return nearest ? networkOf(nearest) : 'unknown'
}

const parsed = (text: string | undefined): Address | undefined =>
  text !== undefined && ipaddr.isValid(text) ? ipaddr.process(text) : undefined

const isTrusted = (address: Address, trusted: readonly TrustedRange[]): boolean =>
  trusted.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))

function networkOf(address: Address): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.map((part, index) => (index < V6_NETWORK_PARTS ? part : 0))
  return `${new ipaddr.IPv6(network).toString()}/64`
}
