/** Where the library answers; everything else is not its own. */
export const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  revocation: '/oauth/revoke',
  end_session: '/oauth/logout',
  jwks: '/.well-known/jwks.json',
} as const

/** Every path that the library answers, as templates of a route. */
export const providerPaths = [
  routes.authorization,
  `${routes.authorization}/{uid}`,
  routes.token,
  routes.userinfo,
  routes.revocation,
  routes.end_session,
  `${routes.end_session}/confirm`,
  `${routes.end_session}/success`,
  routes.jwks,
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
] as const
