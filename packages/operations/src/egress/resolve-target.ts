import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { askNameServers } from './ask-name-servers.ts'
import { isPublicAddress } from './public-address.ts'
import type { Lookup, Target } from './target.ts'

/** The operating system's resolver, which knows the names of a private network. */
const systemLookup: Lookup = (host) => lookup(host, { all: true })
const publicLookup = askNameServers()

/** The resolver of a target: the DNS, unless the operator has allowed it. */
export const lookupFor = ({ isAllowed }: Target): Lookup => (isAllowed ? systemLookup : publicLookup)

/**
 * The addresses a connection to a target may use, resolved once, so that a later change of the name is not used.
 *
 * One private address rejects the whole name, because a mix of both is an attack.
 *
 * @returns undefined when the target must not be reached.
 */
export async function resolveTarget(target: Target, resolve: Lookup): Promise<readonly LookupAddress[] | undefined> {
  if (target.isLiteral) return [{ address: target.host, family: isIP(target.host) }]
  const addresses = await resolve(target.host)
  if (target.isAllowed) return addresses
  return addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address)) ? addresses : undefined
}
