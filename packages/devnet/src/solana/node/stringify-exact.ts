/** JSON in which big integers are written as the numbers they are, as nodes write lamports. */
export const stringifyExact = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? rawJson(member) : member))

// The types of JSON lack this function (ECMAScript, JSON.parse source text access).
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }
const rawJson = (value: bigint): unknown => rawJSON(value.toString())
