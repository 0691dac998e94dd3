import ipaddr from 'ipaddr.js'
import type { IncomingMessage } from 'node:http'

/** A trusted proxy address or range for `X-Forwarded-For` (CIDR). */
export type TrustedRange = ReturnType<typeof ipaddr.parseCIDR>

/** Parses a range, or a single address. @throws {Error} when it is neither. */
export function rangeOf(text: string): TrustedRange {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? V4_BITS : V6_BITS]
}

type Address = ReturnType<typeof ipaddr.process>

// An IPv6 client has a whole /64; counting addresses inside it would limit nothing (RFC 6177).
const V6_NETWORK_PARTS = 4
const V4_BITS = 32
const V6_BITS = 128

/**
 * The client address that limits count: the nearest one that is no trusted proxy.
 * `X-Forwarded-For` is read from its end and only through trusted proxies, so a client cannot forge an address.
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

/** True of an address of this machine itself, as a socket names its other end. */
export const isLoopback = (address: string | undefined): boolean => parsed(address)?.range() === 'loopback'

const isTrusted = (address: Address, trusted: readonly TrustedRange[]): boolean =>
  trusted.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))

function networkOf(address: Address): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.map((part, index) => (index < V6_NETWORK_PARTS ? part : 0))
  return `${new ipaddr.IPv6(network).toString()}/64`
}
