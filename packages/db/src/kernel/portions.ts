const MAX_PARAMETERS = 60_000

/**
 * Rows in portions that one statement can carry, in order; every row has the members of the first.
 *
 * The protocol counts a statement's parameters in 16 bits (65 535), and a block with thousands of deposits exceeds that: a statement that can
 * grow with a block must never be sent whole.
 */
export function portions<Row extends object>(rows: readonly Row[]): Row[][] {
  const [first] = rows
  if (!first) return []
  const size = Math.max(1, Math.floor(MAX_PARAMETERS / Object.keys(first).length))
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, number) => rows.slice(number * size, (number + 1) * size))
}
