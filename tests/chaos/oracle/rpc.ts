/** One call to a node (JSON-RPC 2.0). */
export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

interface Reply {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string } | null
}

const ASKED_AT_ONCE = 25

/**
 * Results of many calls of one method, in order, of the caller's type.
 *
 * @throws {Error} when a call fails or has no answer.
 */
export async function askAll<T>(address: string, calls: readonly Call[]): Promise<T[]> {
  const answers: T[] = []
  for (let start = 0; start < calls.length; start += ASKED_AT_ONCE)
    answers.push(...(await askSome<T>(address, calls.slice(start, start + ASKED_AT_ONCE))))
  return answers
}

/** The result of one call. @throws {Error} when it fails. */
export async function askOne<T>(address: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const [answer] = await askSome<T>(address, [{ method, params }])
  return answer as T // One call has one result, or the line above has thrown.
}

async function askSome<T>(address: string, calls: readonly Call[]): Promise<T[]> {
  const url = new URL(address)
  const login = url.username === '' ? {} : { authorization: `Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}` }
  url.username = url.password = ''
  const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...login }, body })
  const replies = (await response.json()) as Reply[] // A batch is answered by an array: JSON-RPC 2.0, section 6.
  return calls.map(({ method }, id) => {
    const reply = replies.find((one) => one.id === id)
    if (!reply || reply.error) throw new Error(`${method} failed: ${reply?.error?.message ?? 'no answer'}`)
    return reply.result as T
  })
}
