import { machine } from '@gateway/tests/support/machine'
import { comparisonsOf } from './against/comparison-section.ts'
import { findMisses } from './find-misses.ts'
import type { SectionText, Table } from './section.ts'

/** Figures with the line that says when and where they were measured. */
interface Measured extends Table {
  readonly measuredOn: string
}

const HEAD =
  '<!-- Written by `npm run bench`; do not edit. -->\n\n# Bench\n\n' +
  'Read this page to learn how fast the gateway is and where it misses its aims. Ratios come from one run in which both sides take turns; ' +
  'absolute figures are those of one machine on one day.'

/**
 * Renders the document. A section that was not measured this time keeps its earlier figures and their date, and gets its text as it is now. Comparisons
 * with other builds stand behind the section they compare.
 */
export function renderDocument(
  sections: readonly SectionText[],
  { measured, earlier }: { measured: ReadonlyMap<string, Table>; earlier: string },
): string {
  const kept = readFigures(earlier)
  const titles = new Set([...kept.keys(), ...measured.keys()])
  const all = sections.flatMap((section) => [section, ...comparisonsOf(section, titles)])
  const rendered = all.flatMap((section) => {
    const table = measured.get(section.title)
    const figures = table ? { ...table, measuredOn: lineOf(table) } : kept.get(section.title)
    return figures ? [renderSection(section, figures)] : []
  })
  return `${[HEAD, ...rendered].join('\n\n')}\n`
}

const lineOf = ({ circumstances }: Table): string =>
  `${[`Measured ${new Date().toISOString().slice(0, 10)} on ${machine()}`, ...(circumstances === undefined ? [] : [circumstances])].join(', ')}.`

/** Reads the figures of an earlier document, by the titles of their sections. */
export function readFigures(document: string): ReadonlyMap<string, Measured> {
  const sections = document.split(/^(?=## )/m).filter((text) => text.startsWith('## '))
  return new Map(sections.map((text) => [text.slice(3, text.indexOf('\n')).trim(), figuresIn(text.split('\n'))]))
}

function figuresIn(lines: readonly string[]): Measured {
  const [head = [], , ...rows] = lines.filter((line) => line.startsWith('| ') || line.startsWith('|-')).map(cellsOf)
  return { head, rows, measuredOn: lines.find((line) => line.startsWith('Measured ')) ?? '' }
}

/** Cells of a table line, at the bars that no backslash precedes. */
const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))

function renderSection({ title, intro, aims = [] }: SectionText, figures: Measured): string {
  const aim = aims.length > 0 ? [`Aim: ${aims.map(({ text }) => text).join('; ')}.`] : []
  const misses = findMisses(aims, figures).map(
    ({ aim: { text, reason = 'The reason is not known yet.' }, figures: missed }) => `Missed: ${text} (${missed.join('; ')}). ${reason}`,
  )
  return [`## ${title}`, intro, ...aim, tableOf(figures), ...misses, figures.measuredOn].join('\n\n')
}

function tableOf({ head, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
