import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { Lookup } from './target.ts'

/** How long one question waits for a name server, and how often it is put; both fit into the time of a request. */
const PATIENCE = { timeout: 1_500, tries: 2 } as const

/**
 * Looks host names up in the DNS over sockets of this process: both families, no hosts file, no search domains.
 *
 * The operating system's resolver would hold a thread for as long as a name server keeps silent, and a process has few: names of one merchant that
 * are never answered would keep everybody's waiting (Node.js, dns: implementation considerations).
 *
 * @param servers - Addresses with ports; those of the machine when absent, read anew each time.
 */
export const askNameServers =
  (servers?: readonly string[]): Lookup =>
  async (host) => {
    const resolver = new Resolver(PATIENCE)
    if (servers) resolver.setServers(servers)
    const answers = await Promise.allSettled([
      resolver.resolve4(host).then((found) => found.map((address): LookupAddress => ({ address, family: 4 }))),
      resolver.resolve6(host).then((found) => found.map((address): LookupAddress => ({ address, family: 6 }))),
    ])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (found.length === 0 && failed) throw failed.reason
    return found
  }
