/** Time and size that a source may take. */
interface FetchLimits {
  readonly ms: number
  readonly bytes: number
}

/** What a source answered, and when. */
export interface FetchedBody {
  readonly text: string
  readonly at: Date
}

/** Three seconds and two mebibytes: the longest honest answer, all pairs of an exchange, is a tenth of it. */
const LIMITS: FetchLimits = { ms: 3_000, bytes: 2 * 1024 * 1024 }

/**
 * Asks a source. It can neither take longer nor send more than the limits, nor send us elsewhere: redirects are refused.
 *
 * @throws {Error} when no whole answer with status 200 comes in time; its message says which of that.
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
    if (size > limits.bytes) throw new Error('answered with more than it may')
    chunks.push(chunk)
  }
  return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)), at: now() }
}
