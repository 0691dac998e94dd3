/** Addresses of the badges of one gateway, for an `<img>`: nothing is asked. @throws {TypeError} for what is no DID. */
export const badgeUrls =
  (origin: string) =>
  (did: string): string => {
    if (!/^did:[a-z0-9]+:./.test(did)) throw new TypeError('the badge is that of a DID, such as did:key:z6Mk…')
    return `${origin}/api/reputation/badge/${encodeURIComponent(did)}`
  }
