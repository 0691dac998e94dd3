import { languages } from '../locales/languages.ts'
import { isolated, isolatedIfRtl, unlinked } from './inserted-text.ts'
import type { Block, Fact, Mail } from './mail.ts'
import { product } from './product.ts'
import { COLUMNS, columnsOf, padded, wrap } from './text-columns.ts'
import type { Words } from './words.ts'

/** The text part of a mail: the same words and facts as its HTML, wrapped at 72 columns; a link stays whole on a line of its own. */
export function emailText(mail: Mail): string {
  const plain = plainIn(mail)
  const title = wrap(plain(mail.title))
  const parts = [
    mail.merchant === null ? product : plain([{ text: mail.merchant, as: 'inserted' }]),
    [...title, '='.repeat(Math.max(...title.map(columnsOf)))].join('\n'),
    ...mail.blocks.map((block) => blockOf(block, plain)),
    // RFC 3676 §4.3: clients set the part behind it apart.
    ['-- ', ...wrap(plain(mail.why)), ...wrap(plain(mail.closing))].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

type Plain = (words: Words) => string

/** Inserted text is isolated where it or what surrounds it runs from right to left, so that neither reorders the other (UAX 9 §2.4). */
function plainIn({ language }: Mail): Plain {
  const isolate = languages[language].dir === 'rtl' ? isolated : isolatedIfRtl
  return (words) => words.map(({ text, as }) => (as === 'own' ? text : isolate(unlinked(text), as === 'exact' ? 'ltr' : 'auto'))).join('')
}

function blockOf(block: Block, plain: Plain): string {
  switch (block.kind) {
    case 'paragraph':
    case 'small':
      return wrap(plain(block.words)).join('\n')
    case 'facts':
      return factsOf(block.facts, plain)
    case 'note':
      return [block.title, block.words]
        .flatMap((words) => wrap(plain(words), COLUMNS - NOTE.length).map((line) => `${NOTE}${line}`))
        .join('\n')
    case 'button':
      return `${block.label}:\n${block.url}`
  }
}

const NOTE = '! '
const GAP = 3

/** Names and values in two columns. A value that is too long for its column follows on lines of its own. */
function factsOf(facts: readonly Fact[], plain: Plain): string {
  const names = Math.max(...facts.map(({ name }) => columnsOf(name))) + GAP
  return facts
    .flatMap(({ name, value }) => {
      const lines = wrap(plain(value), COLUMNS - names)
      const fits = lines.every((line) => columnsOf(line) <= COLUMNS - names)
      if (!fits) return [`${name}:`, ...wrap(plain(value), COLUMNS - NOTE.length).map((line) => `  ${line}`)]
      return lines.map((line, at) => `${padded(at === 0 ? `${name}:` : '', names)}${line}`)
    })
    .join('\n')
}
