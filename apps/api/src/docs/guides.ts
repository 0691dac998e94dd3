import { marked } from 'marked'
import { readFileSync } from 'node:fs'
import { type Markup, trusted } from '@gateway/pages/html'

/** A guide as HTML, with the origin of this deployment in its examples. The sources are repository files, so their markup is trusted. */
export function readGuide(name: string, origin: string): Markup {
  const text = readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8').replaceAll('{{origin}}', origin)
  return trusted(marked.parse(text, { async: false }))
}
