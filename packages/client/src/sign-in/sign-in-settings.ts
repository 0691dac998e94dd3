import { fromEnvironment } from '../environment.ts'

/** Which client signs users in, and where. Each member that is missing is read from the environment. */
export interface SignInSettings {
  /** The gateway's origin, to the last character as its discovery document says it; `SERVICE_OAUTH_ISSUER`. */
  readonly issuer?: string
  /** `SERVICE_OAUTH_CLIENT_ID`. */
  readonly clientId?: string
  /** `SERVICE_OAUTH_CLIENT_SECRET`; a public client has none. */
  readonly clientSecret?: string
  /** One of the client's redirect addresses; `SERVICE_OAUTH_REDIRECT_URI`. */
  readonly redirectUri?: string
}

const variables = {
  issuer: 'SERVICE_OAUTH_ISSUER',
  clientId: 'SERVICE_OAUTH_CLIENT_ID',
  redirectUri: 'SERVICE_OAUTH_REDIRECT_URI',
} as const

/** The settings, whole. @throws {TypeError} naming the first one that is missing. */
export function readSettings(given: SignInSettings) {
  const clientSecret = given.clientSecret || fromEnvironment('SERVICE_OAUTH_CLIENT_SECRET')
  return { issuer: read(given, 'issuer'), clientId: read(given, 'clientId'), redirectUri: read(given, 'redirectUri'), clientSecret }
}

function read(given: SignInSettings, name: keyof typeof variables): string {
  const value = given[name] || fromEnvironment(variables[name])
  if (!value) throw new TypeError(`createSignIn needs ${name}, or ${variables[name]} in the environment`)
  return value
}
