/**
 * A form with groups and lists of fields, without its empty fields: groups of which nothing is left are taken away too, elements of lists stay.
 *
 * @returns undefined when nothing is left.
 */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => withoutEmpty(element) ?? {})
  if (typeof value !== 'object' || value === null) return value === '' ? undefined : value
  const members = Object.entries(value).flatMap(([name, member]) => {
    const kept = withoutEmpty(member)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}
