/** A generated page, marked so in its first line. */
export const page = (title: string, intro: string, ...parts: readonly string[]): string =>
  `<!-- Written by \`npm run docs\`; do not edit. -->\n\n${[`# ${title}`, intro, ...parts].join('\n\n')}\n`

/** A table; bars inside cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Text as code; empty text stays empty. */
export const code = (text: string): string => (text === '' ? '' : `\`${text}\``)
