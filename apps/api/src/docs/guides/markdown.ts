import { type Markup, trusted } from '@gateway/pages/html'
import { Marked, type Token } from 'marked'

const marked = new Marked()

/** The tokens of a Markdown text. */
export const lex = (text: string): Token[] => marked.lexer(text)

/** Blocks as HTML. The sources are files of this repository, so their markup is trusted. */
export const blockMarkup = (tokens: readonly Token[]): Markup => trusted(marked.parser([...tokens]))

/** Words of a line as HTML. */
export const inlineMarkup = (tokens: readonly Token[]): Markup => trusted(marked.Parser.parseInline([...tokens]))

/** Markdown without its marks, in one line. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
