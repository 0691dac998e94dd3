/** A variable of the environment; undefined when missing, as in a browser, or empty. */
export function fromEnvironment(name: 'SERVICE_API_KEY' | 'SERVICE_BASE_URL' | 'SERVICE_CONFIG' | 'WEBHOOK_SECRET'): string | undefined {
  // Only Node and similar runtimes have `process` with an environment.
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } }
  return process?.env?.[name] || undefined
}
