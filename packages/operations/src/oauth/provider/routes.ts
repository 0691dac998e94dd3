/** Where the library answers; everything else is not its own. */
export const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  revocation: '/oauth/revoke',
  end_session: '/oauth/logout',
  jwks: '/.well-known/jwks.json',
} as const

/** One method at one path that the library answers, as a template of a route. */
export interface ProviderPlace {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Pages of any origin may ask it. */
  readonly cors: boolean
  /** Pages of other origins send a client's secret or an access token in a header. */
  readonly takesAuthorization: boolean
}

const at = (path: string, methods: readonly ProviderPlace['method'][], { cors = false, takesAuthorization = false } = {}) =>
  methods.map((method): ProviderPlace => ({ method, path, cors, takesAuthorization }))

// Nothing here is answered by the cookie of a user: a client or a token proves itself, so any page may ask, as apps in browsers do.
const open = { cors: true }
const called = { cors: true, takesAuthorization: true }

/** Everything that the library answers. */
export const providerPlaces: readonly ProviderPlace[] = [
  ...at(routes.authorization, ['GET', 'POST']),
  ...at(`${routes.authorization}/{uid}`, ['GET']),
  ...at(routes.token, ['POST'], called),
  ...at(routes.userinfo, ['GET', 'POST'], called),
  ...at(routes.revocation, ['POST'], called),
  ...at(routes.end_session, ['GET', 'POST']),
  ...at(`${routes.end_session}/confirm`, ['POST']),
  ...at(`${routes.end_session}/success`, ['GET']),
  ...at(routes.jwks, ['GET'], open),
  ...at('/.well-known/openid-configuration', ['GET'], open),
  ...at('/.well-known/oauth-authorization-server', ['GET'], open),
]
