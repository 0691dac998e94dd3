import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Client } from 'undici'

/** The route of a connection: an origin, and its checked addresses. */
export interface CheckedRoute {
  readonly origin: string
  readonly addresses: readonly LookupAddress[]
  readonly connectMs: number
}

// Receivers keep a connection for some seconds (Node.js 5, nginx 75), so a connection used within one second is rarely being closed.
const IDLE_MS = 1_000

interface Kept {
  readonly client: Client
  readonly ending: NodeJS.Timeout
}

const idle = new Map<string, Kept[]>()

// Name servers return the same addresses in another order each time.
const keyOf = ({ origin, addresses }: CheckedRoute): string =>
  [origin, ...addresses.map(({ address }) => address).toSorted((a, b) => (a < b ? -1 : 1))].join(' ')

/** A connection to the checked addresses only, kept or new, for this caller alone. */
export function takeConnection(route: CheckedRoute): { client: Client; isKept: boolean } {
  const kept = idle.get(keyOf(route))?.pop()
  if (!kept) return { client: connectionTo(route), isKept: false }
  clearTimeout(kept.ending)
  return { client: kept.client, isKept: true }
}

/** Keeps a connection for the next request to the same addresses, for a second; its last response must have been read to the end. */
export function keepConnection(route: CheckedRoute, client: Client): void {
  const key = keyOf(route)
  const ending = setTimeout(() => end(key, client), IDLE_MS).unref()
  idle.set(key, [...(idle.get(key) ?? []), { client, ending }])
}

function end(key: string, client: Client): void {
  const others = idle.get(key)?.filter((kept) => kept.client !== client) ?? []
  if (others.length > 0) idle.set(key, others)
  else idle.delete(key)
  void client.destroy()
}

const connectionTo = ({ origin, addresses, connectMs }: CheckedRoute): Client =>
  new Client(origin, {
    connect: { lookup: pinnedTo(addresses), timeout: connectMs },
    autoSelectFamily: true,
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  })

/** A resolver that knows the checked addresses only. */
function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses
    if (options.all) return done(null, [...addresses])
    return first ? done(null, first.address, first.family) : done(new Error('no address'), '')
  }
}
