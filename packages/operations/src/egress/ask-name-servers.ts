import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { Lookup } from './target.ts'

/** Timeout and attempts of one DNS question; both fit into the time of a request. */
const PATIENCE = { timeout: 1_500, tries: 2 } as const

/**
 * Resolves host names by DNS over sockets of this process: both families, no hosts file, no search domains.
 *
 * The operating system's resolver blocks one of few threads while a name server is silent, so the unanswered names of one merchant would delay all
 * others (Node.js, dns: implementation considerations).
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
