import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'

/** A received request. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The answer to one request; `broken` closes the connection without an answer, `never` leaves it open. */
export type Answer =
  | 'broken'
  | 'never'
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }

/** A server on loopback that returns the answers in order and repeats the last one; it ends with its test. */
export async function openGateway(...answers: readonly Answer[]): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = []
  const url = await listen((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const answer = answers[Math.min(received.length, answers.length - 1)] ?? 'never'
      received.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
      if (answer === 'never') return
      if (answer === 'broken') return void request.socket.destroy()
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers }).end(text)
    })
  })
  return { url, received }
}

/** Starts a server on a free port of loopback until the test ends. */
export async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

/** An error answer of the API. */
export const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers,
  body: { success: false, error: `refused: ${code}`, code, request_id: 'req_1' },
})
