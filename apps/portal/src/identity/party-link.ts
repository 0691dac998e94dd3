/** What the link of a party names: its escrow, and the token of its role. */
export interface PartyLink {
  readonly id: string
  readonly token: string
}

/** Reads the link that a party has of its escrow; undefined for any other text. */
export function readPartyLink(text: string): PartyLink | undefined {
  const { searchParams } = URL.parse(text.trim()) ?? {}
  const [id, token] = [searchParams?.get('id'), searchParams?.get('token')]
  return id && token ? { id, token } : undefined
}
