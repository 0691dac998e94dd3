import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { machine } from '../support/machine.ts'
import type { Section } from './section.ts'

const root = join(import.meta.dirname, '../..')
const file = join(root, 'docs/generated/bench.md')

/** Puts sections into the document, each in the place of the one with its title; others stay. Returns the document's path. */
export async function writeDocument(sections: readonly Section[]): Promise<string> {
  const earlier = await readFile(file, 'utf8').catch(() => '')
  const kept = new Map(
    earlier.split(/^(?=## )/m).flatMap((text) => (text.startsWith('## ') ? [[titleOf(text), text.trim()] as const] : [])),
  )
  for (const section of sections) kept.set(section.title, sectionText(section))
  const head =
    '<!-- Written by `npm run bench`; do not edit. -->\n\n# Bench\n\nRatios were taken side by side in one run; absolute figures are those of one machine on one day.'
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${[head, ...kept.values()].join('\n\n')}\n`)
  return relative(root, file)
}

const titleOf = (text: string): string => text.slice(3, text.indexOf('\n')).trim()

function sectionText({ title, intro, head, rows }: Section): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const table = [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
  return `## ${title}\n\n${intro}\n\n${table}\n\nMeasured ${new Date().toISOString().slice(0, 10)} on ${machine()}.`
}
