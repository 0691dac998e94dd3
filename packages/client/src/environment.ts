/** The variables that the package reads. */
type Variable =
  | 'SERVICE_API_KEY'
  | 'SERVICE_BASE_URL'
  | 'SERVICE_CONFIG'
  | 'WEBHOOK_SECRET'
  | `SERVICE_OAUTH_${'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'REDIRECT_URI'}`

/** A variable of the environment; undefined when missing, as in a browser, or empty. */
export function fromEnvironment(name: Variable): string | undefined {
  // Only Node and similar runtimes have `process` with an environment.
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } }
  return process?.env?.[name] || undefined
}
