import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { EgressRules } from '../kernel/context.ts'
import { isPublicAddress } from './public-address.ts'

/** The target of a request, as far as its URL tells. */
export interface Target {
  readonly url: URL
  /** Host name, or address without brackets. */
  readonly host: string
  readonly isLiteral: boolean
  /** Allowed by the operator: may be private and plain http. */
  readonly isAllowed: boolean
}

/** Every address of a host name. Throws when there is none. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>

/** Why a URL is not requested. */
export type TargetProblem = 'malformed_url' | 'not_https' | 'userinfo' | 'port' | 'not_public'

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 }
const FIRST_FREE_PORT = 1024

/**
 * Reads a URL as the network would (WHATWG: `0x7f.1`, `2130706433` and `①②⑦.⓪.⓪.①` are 127.0.0.1) and checks everything that needs no
 * DNS query. Host names are checked again after they are resolved.
 */
export function readTarget(text: string, allow: EgressRules['allow']): Target | { readonly problem: TargetProblem } {
  const url = URL.parse(text)
  if (!url || !(url.protocol in DEFAULT_PORTS) || url.hostname === '') return { problem: 'malformed_url' }
  const host = withoutBrackets(url.hostname)
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port)
  const isAllowed = allow.some((rule) => withoutBrackets(rule.host) === host && (rule.port === 'any' || rule.port === port))
  const target = { url, host, isLiteral: isIP(host) !== 0, isAllowed }
  const problem = findProblem(target, port ?? 0)
  return problem === undefined ? target : { problem }
}

function findProblem({ url, host, isLiteral, isAllowed }: Target, port: number): TargetProblem | undefined {
  if (url.username !== '' || url.password !== '') return 'userinfo'
  if (isAllowed) return undefined
  if (url.protocol !== 'https:') return 'not_https'
  if (port !== DEFAULT_PORTS['https:'] && port < FIRST_FREE_PORT) return 'port'
  // RFC 6761 §6.3: these names are this host whatever a resolver says.
  if (/(^|\.)localhost\.?$/.test(host)) return 'not_public'
  return isLiteral && !isPublicAddress(host) ? 'not_public' : undefined
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
