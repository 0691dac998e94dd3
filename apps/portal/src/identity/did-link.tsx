const TAIL = 6
const METHOD = /^did:[a-z0-9]+:/
const HEAD = 4

/** The public profile of a DID, by its short form; the whole one is on the page that it opens. */
export const DidLink = ({ did }: { readonly did: string }) => (
  <a href={profileOf(did)} target="_blank" rel="noreferrer" className="mono" title={did}>
    <bdi dir="ltr">{shortDid(did)}</bdi>
  </a>
)

/** Where everybody sees what is known of a DID. */
export const profileOf = (did: string): string => `/did/${encodeURIComponent(did)}`

/** `did:key:z6Mk…2doK12`: its method, and both ends of what follows. */
export function shortDid(did: string): string {
  const [method = ''] = METHOD.exec(did) ?? []
  const own = did.slice(method.length)
  return own.length <= HEAD + TAIL + 1 ? did : `${method}${own.slice(0, HEAD)}…${own.slice(-TAIL)}`
}
