import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Running } from '@gateway/devnet/processes/running'
import { freePort } from '@gateway/devnet/processes/port'

/**
 * The behaviour of a node towards the gateway: `honest`, `away` (no connection), `silent` (accepts requests and never answers), or a function that
 * changes or delays its answers.
 */
export type NodeMood = 'honest' | 'away' | 'silent' | ((answer: string, question: string) => string | Promise<string>)

/** A node as the gateway sees it; the test itself calls the real one. */
export interface NodeProxy extends Pick<Running, 'stop'> {
  readonly rpc: string
  /** Takes effect at once; open requests are aborted, unless the node falls silent. */
  behave(mood: NodeMood): void
  /** Puts another node behind the same address, or with `undefined` the first one again. */
  lead(rpc: string | undefined): void
}

/** Stands between the gateway and a node. */
export async function startNodeProxy(rpc: string): Promise<NodeProxy> {
  const node = new URL(rpc)
  let behind = node
  let mood: NodeMood = 'honest'
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (mood === 'away') return void request.socket.destroy()
    open.add(response)
    response.once('close', () => open.delete(response))
    if (mood === 'silent') return
    void relay(behind, request).then(
      async ({ status, question, answer }) => {
        if (mood === 'away') return void response.destroy()
        const told = typeof mood === 'function' ? await mood(answer, question) : answer
        response.writeHead(status, { 'content-type': 'application/json' }).end(told)
      },
      () => response.destroy(),
    )
  })
  const port = await freePort()
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    rpc: rpc.replace(node.host, `127.0.0.1:${port}`),
    behave: (next) => {
      mood = next
      if (mood !== 'silent') for (const response of open) response.destroy()
    },
    lead: (other) => void (behind = other === undefined ? node : new URL(other)),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function relay(node: URL, request: IncomingMessage): Promise<{ status: number; question: string; answer: string }> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const question = Buffer.concat(chunks).toString('utf8')
  const authorization = request.headers.authorization === undefined ? undefined : credentialsOf(node)
  const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) }
  const response = await fetch(`http://${node.host}${request.url ?? '/'}`, { method: 'POST', headers, body: question })
  return { status: response.status, question, answer: await response.text() }
}

/** Those in the address of a node, as the header in which they travel. */
const credentialsOf = ({ username, password }: URL): string | undefined =>
  username === '' ? undefined : `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
