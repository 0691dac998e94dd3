const METHOD = 'did:web:'
const SEGMENT = /^(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})+$/
const LONGEST = 2_048

/** The `did:web` of an origin: the colon of a port is written `%3A`. Source: W3C CCG, did:web Method Specification. */
export const didWebOf = (origin: string): string => `${METHOD}${new URL(origin).host.replaceAll(':', '%3A')}`

/** Where the document of a `did:web` is, by https alone; undefined for what is none. */
export function findDocumentUrl(did: string): string | undefined {
  if (!did.startsWith(METHOD) || did.length > LONGEST) return undefined
  const [host = '', ...path] = did.slice(METHOD.length).split(':')
  if (![host, ...path].every((segment) => SEGMENT.test(segment))) return undefined
  const place = path.length === 0 ? '/.well-known' : `/${path.join('/')}`
  const url = `https://${host.replaceAll(/%3A/gi, ':')}${place}/did.json`
  return URL.canParse(url) && !host.includes('%2') ? url : undefined
}
