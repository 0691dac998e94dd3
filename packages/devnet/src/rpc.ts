/** An error of the node itself for a JSON-RPC call, as opposed to an unreachable node. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal'
  readonly code: number

  constructor(method: string, refusal: { code: number; message: string }) {
    super(`${method}: ${refusal.message} (${refusal.code})`)
    this.code = refusal.code
  }
}

/** Characters of an answer that is not JSON. */
const SHOWN = 100

/** One call: positional parameters as an array or named ones as an object (bitcoind accepts both). */
export type RpcCall = { readonly method: string; readonly params?: readonly unknown[] | Readonly<Record<string, unknown>> }

/**
 * Calls a node once and returns its result. JSON-RPC 2.0; credentials in the URL become HTTP Basic authentication.
 * @throws {RpcRefusal} when the node answers with an error.
 * @throws {TypeError} when it cannot be reached, or answers with anything but JSON, as a busy bchd does.
 */
export async function callRpc<Result>(address: string, { method, params = [] }: RpcCall): Promise<Result> {
  const url = new URL(address)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (url.username) headers['authorization'] = `Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}`
  url.username = url.password = ''
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
  if (response.status === 401) throw new RpcRefusal(method, { code: 401, message: 'wrong credentials' })
  const answer = read<Result>(await response.text(), `${method}: HTTP ${response.status}`)
  if (answer.error) throw new RpcRefusal(method, answer.error)
  return answer.result
}

type Answer<Result> = { readonly result: Result; readonly error?: { code: number; message: string } | null }

function read<Result>(text: string, context: string): Answer<Result> {
  try {
    // The shape is defined by the node; these nodes are pinned, so the caller's type is trusted.
    return JSON.parse(text) as Answer<Result>
  } catch {
    throw new TypeError(`${context} ${text.slice(0, SHOWN)}`)
  }
}
