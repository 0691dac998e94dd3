import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { askNameServers } from './ask-name-servers.ts'
import { isPublicAddress } from './public-address.ts'
import type { Lookup, Target } from './target.ts'

/** The operating system's resolver, which knows the names of a private network. */
const systemLookup: Lookup = (host) => lookup(host, { all: true })
const publicLookup = askNameServers()

/** Who is asked for the addresses of a target: the DNS, unless the operator has named it. */
export const lookupFor = ({ isAllowed }: Target): Lookup => (isAllowed ? systemLookup : publicLookup)

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
