/** A node's address without credentials, and the headers that carry them. */
export interface RpcTarget {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

const LONGEST_ANSWER_BYTES = 128 * 1024 * 1024

/**
 * Reads the JSON-RPC address of a node. fetch rejects URLs with credentials, so they become a header (RFC 7617).
 * @param node - the node in words, for the message.
 * @throws {TypeError} for an invalid URL. The message does not repeat it, because it may contain a credential.
 */
export function rpcTarget(rpcUrl: string, node: string): RpcTarget {
  const url = URL.parse(rpcUrl)
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError(`The RPC address of the ${node} is no http or https URL`)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (url.username || url.password) {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers['authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`
    url.username = ''
    url.password = ''
  }
  return { url, headers }
}

/**
 * Posts a request and returns the text of the answer, whatever its status: nodes report failed calls with any, and only a JSON-RPC body counts.
 * @throws {Error} when there is none in time, or too long a one.
 */
export async function postRpc({ url, headers }: RpcTarget, { body, timeoutMs }: { body: string; timeoutMs: number }): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > LONGEST_ANSWER_BYTES) throw new Error(`the answer is longer than ${LONGEST_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
