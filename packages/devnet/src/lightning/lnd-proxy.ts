import { readFileSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, connect, createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import { join } from 'node:path'
import { selfSigned } from '../mail/self-signed.ts'
import { freePort } from '../processes/port.ts'
import { relayStream } from './relay-stream.ts'

/** What the node does with one call, instead of an honest answer. */
type LndLie =
  /** An error of gRPC that the node itself never sees. */
  | { readonly code: number; readonly message: string }
  /** Other bytes of the same length. */
  | { readonly alter: (message: Buffer) => Buffer }
  /** The node gets the call, and the connection breaks at its first answer. */
  | 'cut'
  /** Accepts the call and never answers; the node does not see it. */
  | 'silence'

/**
 * The behaviour of a node towards the gateway: `honest`, `away` (no connection), or a function that lies about calls, by the path of the method, or
 * delays them.
 */
type LndMood = 'honest' | 'away' | ((path: string) => LndLie | undefined | Promise<LndLie | undefined>)

/** A node as the gateway sees it; the test itself calls the real one. */
export interface LndProxy {
  /** gRPC, as host:port. */
  readonly socket: string
  /** File of its certificate, PEM. */
  readonly certificateFile: string
  /** Takes effect for calls from now on; `away` breaks those that are open. */
  behave(mood: LndMood): void
  stop(): Promise<void>
}

/** Stands between the gateway and an LND: gRPC over TLS with a certificate of its own, which is written into the folder. */
export async function startLndProxy(node: { socket: string; certificateFile: string }, folder: string): Promise<LndProxy> {
  const { cert, key } = selfSigned()
  const certificateFile = join(folder, 'proxy.cert')
  writeFileSync(certificateFile, cert)
  let mood: LndMood = 'honest'
  const sessions = new Set<ServerHttp2Session>()
  const upstream = reconnecting(node)
  const server = createSecureServer({ cert, key, allowHTTP1: false })
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session)).on('error', () => undefined)
  })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined) // The caller has gone.
    void answer(stream, { path: String(headers[':path']), mood: () => mood }).then((lie) => {
      if (lie !== 'answered') relayStream({ stream, headers, node: upstream.session(), lie })
    })
  })
  const breakAll = (): void => sessions.forEach((session) => session.destroy())
  const port = await freePort()
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    socket: `localhost:${port}`,
    certificateFile,
    behave: (next) => {
      mood = next
      if (mood === 'away') breakAll()
    },
    stop: async () => {
      upstream.close()
      const closed = new Promise((done) => server.close(done))
      breakAll()
      await closed
    },
  }
}

/** Answers a call without the node where the mood says so; else returns how the node's answer is to be changed. */
async function answer(
  stream: ServerHttp2Stream,
  { path, mood }: { path: string; mood: () => LndMood },
): Promise<'answered' | 'cut' | ((message: Buffer) => Buffer) | undefined> {
  const before = mood()
  const lie = typeof before === 'function' ? await before(path) : undefined
  if (mood() === 'away') {
    stream.session?.destroy()
    return 'answered'
  }
  if (lie === undefined || lie === 'cut') return lie
  if (lie === 'silence') return 'answered'
  if ('alter' in lie) return lie.alter
  const refusal = { 'grpc-status': String(lie.code), 'grpc-message': encodeURIComponent(lie.message) }
  if (!stream.destroyed) stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...refusal }, { endStream: true })
  return 'answered'
}

/** A connection to the node that begins again after it was lost. */
function reconnecting({ socket, certificateFile }: { socket: string; certificateFile: string }) {
  let current: ClientHttp2Session | undefined
  const session = (): ClientHttp2Session => {
    if (current && !current.closed && !current.destroyed) return current
    const opened = connect(`https://${socket}`, { ca: readFileSync(certificateFile) })
    opened.on('error', () => undefined) // Its streams say so too.
    current = opened
    return opened
  }
  return { session, close: () => current?.destroy() }
}
