/** Larger than any event: payments have at most 8 KiB of metadata. */
const MAX_BYTES = 1024 * 1024

/** The whole body; undefined as soon as it is longer than any delivery. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ReadableStream<Uint8Array>,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of iterable(chunks)) {
    length += chunk.length
    if (length > MAX_BYTES) return undefined
    parts.push(chunk)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Not every browser can iterate a stream. */
async function* iterable(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (!('getReader' in chunks)) return yield* chunks
  const reader = chunks.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}
