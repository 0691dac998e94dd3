/** Rewrites of a path before routing, in this order. They are never redirects. */
const rewrites: readonly (readonly [RegExp, string])[] = [
  [/^\/auth(?=\/)/, '/api/auth'],
  [/^(?:\/api)+(?=\/api(?:\/|$))/, ''],
  [/^\/api\/stripe(?=\/|$)/, '/api/cards'],
  [/^\/api(?=\/health(?:\/|$)|\/openapi\.json\/?$)/, ''],
  [/(?<=.)\/$/, ''],
]

/** The one path behind all its aliases. One trailing slash means nothing. */
export const canonicalPath = (path: string): string =>
  rewrites.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), path)
