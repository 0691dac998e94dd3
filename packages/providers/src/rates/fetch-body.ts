/** Time and size limits of a source. */
interface FetchLimits {
  readonly ms: number
  readonly bytes: number
}

/** The answer of a source with its time. */
export interface FetchedBody {
  readonly text: string
  readonly at: Date
}

/** Three seconds and two mebibytes: the longest honest answer, all pairs of an exchange, is a tenth of it. */
const LIMITS: FetchLimits = { ms: 3_000, bytes: 2 * 1024 * 1024 }

/**
 * Requests a source within the limits of time and size; redirects are rejected.
 * @throws {Error} without a complete answer of status 200 in time; the message names the cause.
 */
export async function fetchBody(url: string, now: () => Date, limits = LIMITS): Promise<FetchedBody> {
  const signal = AbortSignal.timeout(limits.ms)
  const answer = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json, application/xml;q=0.9' } })
  if (answer.status !== 200 || !answer.body) {
    await answer.body?.cancel()
    throw new Error(`answered with status ${answer.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body) {
    size += chunk.length
    if (size > limits.bytes) throw new Error('exceeded the size limit')
    chunks.push(chunk)
  }
  return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)), at: now() }
}
