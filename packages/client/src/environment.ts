/** A variable of the environment; undefined where there is none, as in a browser, and where it is empty. */
export function fromEnvironment(name: 'SERVICE_API_KEY' | 'SERVICE_BASE_URL'): string | undefined {
  // Only Node and its like have `process`, and it has an environment there.
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } }
  return process?.env?.[name] || undefined
}
