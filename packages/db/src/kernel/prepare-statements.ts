import type pg from 'pg'

const MAX_PREPARED = 200
const LONGEST_PREPARED = 8_192
const WORTH_IT_AFTER = 3

const seen = new Map<string, number>()
const names = new Map<string, string>()

/**
 * Makes a connection prepare statements that come again: the server then parses each once, and plans most of them once.
 *
 * A statement is known by its text. Those whose text varies with the number of their parameters would fill the server's memory, so only the
 * first few hundred texts that come repeatedly are prepared; every other statement runs as it would have.
 */
export function prepareStatements(client: pg.ClientBase): void {
  const query: (...call: readonly unknown[]) => unknown = client.query.bind(client)
  const prepared = (...call: readonly unknown[]): unknown => {
    const [text, values] = call
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    return name === undefined ? query(...call) : query({ name, text, values })
  }
  // The driver's method has many forms; only the one that the query builder uses is changed, every other passes through as it came.
  Object.assign(client, { query: prepared })
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_PREPARED || text.length > LONGEST_PREPARED) return known
  const times = (seen.get(text) ?? 0) + 1
  if (times < WORTH_IT_AFTER) {
    if (seen.size > MAX_PREPARED * WORTH_IT_AFTER) seen.clear()
    seen.set(text, times)
    return undefined
  }
  seen.delete(text)
  names.set(text, `s${names.size}`)
  return names.get(text)
}
