import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Names } from './names.ts'

/** A file of a room, from the checkout. */
export interface RoomFile {
  readonly path: string
  readonly text: string
}

/** The words of the templates, but for the names of a field of a form and of an attribute. */
const WORDS = /(?<!aria-)(?:labels|label(?!: ')|archived|archive)/gi

const folder = join(import.meta.dirname, 'templates')

/** The files of a room: those of the room `labels` in the folder `templates`, in other words. */
export const filesOf = (names: Names): RoomFile[] =>
  globSync('**/*.txt', { cwd: folder })
    .toSorted()
    .map((file) => ({
      path: inWords(file.replaceAll(sep, '/').replace(/\.txt$/, ''), names),
      text: inWords(readFileSync(join(folder, file), 'utf8'), names),
    }))

/** A text about labels as a text about other things: whole words, parts of names, and the article before a noun. */
export function inWords(text: string, { many, one, verb, state }: Names): string {
  const words: Readonly<Record<string, string>> = { labels: many, label: one, archived: state, archive: verb }
  const said = text.replace(WORDS, (word) => {
    const other = words[word.toLowerCase()] ?? word
    return word.startsWith(word.charAt(0).toLowerCase()) ? other : other.charAt(0).toUpperCase() + other.slice(1)
  })
  return /^[aeiou]/.test(one)
    ? said.replace(new RegExp(`\\b([aA]) (new )?(?=${one}\\b)`, 'g'), (_all, article: string, fresh = '') =>
        fresh ? `${article} new ` : `${article}n `,
      )
    : said
}
