/** A response of the API. */
export interface Said {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** The request besides its route. */
export interface Saying {
  /** The bearer credential: an API key, a token, or an invalid text. */
  readonly key?: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls a route such as `POST /businesses` and returns any response, errors included. */
export async function say(api: string, route: string, { key, body, headers }: Saying = {}): Promise<Said> {
  const [method = '', path = ''] = route.split(' ')
  const response = await fetch(`${api}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  // The API's own tests check the shapes; every response is an object.
  return { status: response.status, headers: response.headers, body: (await response.json()) as Said['body'] }
}
