/** A whole answer of the api. */
export interface Said {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** What to say besides the route. */
export interface Saying {
  /** Goes as a bearer: an API key, a token, or whatever a stranger tries. */
  readonly key?: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks a route such as `POST /businesses` and takes any answer, refusals included. */
export async function say(api: string, route: string, { key, body, headers }: Saying = {}): Promise<Said> {
  const [method = '', path = ''] = route.split(' ')
  const response = await fetch(`${api}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  // Shapes are proved by the api's own tests; every answer of the api is an object.
  return { status: response.status, headers: response.headers, body: (await response.json()) as Said['body'] }
}
