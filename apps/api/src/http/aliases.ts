/** Rewrites of a path before routing, in this order. They are never redirects. */
const rewrites: readonly (readonly [RegExp, string])[] = [
  [/^\/auth(?=\/)/, '/api/auth'],
  [/^(?:\/api)+(?=\/api(?:\/|$))/, ''],
  [/^\/api\/stripe(?=\/|$)/, '/api/cards'],
  [/^\/api(?=\/health(?:\/|$)|\/openapi\.json\/?$)/, ''],
  [/^\/api\/oauth\/jwks\/?$/, '/.well-known/jwks.json'],
  [/^\/api(?=\/oauth\/(?:authorize|token|userinfo|revoke)\/?$)/, ''],
  [/(?<=.)\/$/, ''],
]

/** The canonical path of any alias. One trailing slash is ignored. */
export const canonicalPath = (path: string): string =>
  rewrites.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), path)

// Express parses a URL with one of these like a browser, and would find a shorter path or a host.
const READ_OTHERWISE = /[#\u{a0}\u{feff}]/gu

/** The target of a request as it is routed. A target with a host matches no route. */
export function routedTarget(target: string): string {
  const mark = target.indexOf('?')
  const [path, search] = mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark)]
  const canonical = canonicalPath(path.replaceAll(READ_OTHERWISE, encodeURIComponent))
  return `${canonical.startsWith('/') ? '' : '/'}${canonical}${search}`
}
