/** Prints rows under a title, a column for each of their members. */
export function printRows(title: string, rows: readonly object[]): void {
  console.log(`\n${title}${rows.length === 0 ? ': nothing' : ''}`)
  const [first] = rows
  if (!first) return
  const cells = [Object.keys(first), ...rows.map((row) => Object.values(row).map(shown))]
  const widths = Object.keys(first).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  for (const row of cells) console.log(`  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | bigint | boolean}`
}
