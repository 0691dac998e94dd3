/** Members of an answer as a form begins with them: what is not there is an empty text. */
export const asTyped = <Name extends string>(members: Readonly<Record<Name, string | null | undefined>>): Readonly<Record<Name, string>> =>
  // Each name stays, with a text.
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value ?? ''])) as Record<Name, string>
