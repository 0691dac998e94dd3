import type { EgressRules } from '../kernel/context.ts'

/** The scheme that a host is asked by, named with its port where it has one: plain http is for targets that the operator has allowed, which are not on the Internet. */
export function schemeOf({ hostname, port }: Pick<URL, 'hostname' | 'port'>, allow: EgressRules['allow']): 'http' | 'https' {
  const isAllowed = allow.some((rule) => rule.host === hostname && (rule.port === 'any' || String(rule.port) === port))
  return isAllowed ? 'http' : 'https'
}
