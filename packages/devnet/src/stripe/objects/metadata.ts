/** Key-value pairs of an object. */
export type Metadata = Readonly<Record<string, string>>

/** The pairs after an update: an empty value removes its key, null all of them. */
export function mergeMetadata(before: Metadata, sent: Metadata | null | undefined): Metadata {
  if (sent === undefined) return before
  if (sent === null) return {}
  return Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== ''))
}
