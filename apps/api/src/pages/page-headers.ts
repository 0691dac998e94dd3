/**
 * Headers of an HTML page beside those of every answer (no-store, no-referrer, nosniff, HSTS): only our own style sheets, and only scripts with
 * this answer's nonce, which may load our other modules. No script may turn text into markup. Source: safety.md 8.10; CSP Level 3, Trusted Types.
 */
export const pageHeaders = (nonce: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
})

/** The same headers for a page whose form leads to another origin in the end: browsers apply `form-action` to redirects too (CSP Level 3 §6.3.1). */
export const formTargets = (headers: Readonly<Record<string, string>>, target: URL): Readonly<Record<string, string>> => ({
  ...headers,
  'Content-Security-Policy': (headers['Content-Security-Policy'] ?? '').replace(
    "form-action 'self'",
    `form-action 'self' ${sourceOf(target)}`,
  ),
})

/** What a policy names a target by: the grammar of its sources has no IPv6 address, so one stands for its scheme (CSP Level 3 §2.3.1). */
const sourceOf = ({ hostname, origin, protocol }: URL): string => (hostname.startsWith('[') ? protocol : origin)
