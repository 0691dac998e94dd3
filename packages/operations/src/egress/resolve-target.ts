import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import type { Target } from './target.ts'

/** Every address of a host name. Throws when there is none. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>

/** The operating system's resolver. */
export const systemLookup: Lookup = (host) => lookup(host, { all: true })

/**
 * The addresses a connection to a target may use, resolved once: whatever the name says a moment later is not asked.
 *
 * One address that is not public refuses the whole name, because a receiver that mixes them is probing.
 *
 * @returns undefined when the target must not be reached.
 */
export async function resolveTarget(target: Target, resolve: Lookup): Promise<readonly LookupAddress[] | undefined> {
  if (target.isLiteral) return [{ address: target.host, family: isIP(target.host) }]
  const addresses = await resolve(target.host)
  if (target.isAllowed) return addresses
  return addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address)) ? addresses : undefined
}
