import type { ClientHttp2Session, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'

/** A call on its way to a node, and how its answer is changed: cut off, or by a function. */
interface Relayed {
  readonly stream: ServerHttp2Stream
  readonly headers: IncomingHttpHeaders
  readonly node: ClientHttp2Session
  readonly lie: 'cut' | ((message: Buffer) => Buffer) | undefined
}

/** Hands a call of gRPC to the node, and its messages and trailers back (gRPC over HTTP/2). */
export function relayStream({ stream, headers, node, lie }: Relayed): void {
  if (stream.destroyed) return
  const call = node.request(headers)
  const isOpen = (): boolean => stream.headersSent && !stream.destroyed && !stream.writableEnded
  stream.pipe(call)
  stream.once('close', () => call.close())
  call.once('error', () => stream.destroy())
  call.once('response', (response, flags) => {
    if (stream.destroyed || stream.headersSent) return
    const isWhole = (flags & END_STREAM) !== 0
    stream.respond(response, isWhole ? { endStream: true } : { waitForTrailers: true })
  })
  let trailers: IncomingHttpHeaders = {}
  call.once('trailers', (sent) => (trailers = sent))
  stream.once('wantTrailers', () => stream.sendTrailers(trailers))
  call.on('data', (chunk: Buffer) => {
    if (lie === 'cut') stream.session?.destroy()
    else if (isOpen()) stream.write(lie ? lie(chunk) : chunk)
  })
  // A call that was given up ends without an answer.
  call.once('end', () => {
    if (isOpen()) stream.end()
    else if (!stream.headersSent) stream.destroy()
  })
}

/** Flag of a HEADERS frame without a body behind it (RFC 9113, section 6.2). */
const END_STREAM = 1
