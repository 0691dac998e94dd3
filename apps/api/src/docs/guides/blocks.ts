import { html, type Markup } from '@gateway/pages/html'
import type { Token, Tokens } from 'marked'
import type { Ink } from '../ink/inked.ts'
import type { Language } from '../ink/roles.ts'
import { callout, type CalloutKind } from '../parts/callout.ts'
import { codeBlock, type Pane } from '../parts/code-block.ts'
import { docTable } from '../parts/doc-table.ts'
import { blockMarkup, inlineMarkup } from './markdown.ts'
import { type GuideParts, valueOf } from './values.ts'

/** What blocks are drawn with. */
interface Drawing {
  readonly parts: GuideParts
  readonly ink: Ink
}

/** The names of tabs; a code block of another name stands alone, and a name with a point is the file that it is saved as. */
const tabs: ReadonlySet<string> = new Set(['curl', 'Node', 'Python', 'Shell', 'Browser'])

/** The blocks of a section; neighbouring tabs are one block of code. */
export function blocksOf(tokens: readonly Token[], drawing: Drawing): Markup[] {
  const groups: Token[][] = []
  for (const token of tokens) {
    const group = groups.at(-1)
    if (group && isTab(token) && group.every(isTab)) group.push(token)
    else groups.push([token])
  }
  return groups.map((group) => groupMarkup(group, drawing))
}

const isTab = (token: Token): boolean => token.type === 'code' && tabs.has(labelOf(token as Tokens.Code))

function groupMarkup(group: readonly Token[], { parts, ink }: Drawing): Markup {
  const [token] = group
  if (!token) return html``
  const [, part] = token.type === 'paragraph' ? (/^@([\w-]+)$/.exec(token.raw.trim()) ?? []) : []
  if (part !== undefined) return valueOf(parts, part)(ink)
  if (token.type === 'code') return codeMarkup(group as Tokens.Code[], ink)
  if (token.type === 'blockquote') return calloutMarkup(token as Tokens.Blockquote)
  if (token.type === 'table') return tableMarkup(token as Tokens.Table)
  return blockMarkup([token])
}

/** ` ```js Node ` is a tab, ` ```js shop.mjs ` a file, ` ```sh Terminal ` a title. */
const labelOf = ({ lang = '' }: Tokens.Code): string => lang.replace(/^\w+ ?/, '')

function codeMarkup(codes: readonly Tokens.Code[], ink: Ink): Markup {
  const [first] = codes
  const name = codes.length > 1 ? 'Language' : first ? labelOf(first) : ''
  return codeBlock(name, codes.map(paneOf), ink)
}

function paneOf(code: Tokens.Code): Pane {
  const label = labelOf(code)
  const [language = 'text'] = (code.lang ?? '').split(' ')
  // The languages of the guides are those of samples; a test draws every guide.
  return { label, language: language as Language, code: code.text, ...(label.includes('.') && { file: label }) }
}

/** `> [!money] Title` and the text below it. */
function calloutMarkup({ tokens }: Tokens.Blockquote): Markup {
  const [head, ...texts] = tokens.filter(({ type }) => type !== 'space')
  const [, kind, title] = /^\[!(note|warning|money)\] (.+)$/.exec(head?.raw.trim() ?? '') ?? []
  if (kind === undefined || title === undefined) throw new Error(`a callout begins with its kind and title: ${head?.raw}`)
  return callout(kind as CalloutKind, title, blockMarkup(texts))
}

const tableMarkup = ({ header, rows }: Tokens.Table): Markup =>
  docTable({
    headings: header.map(({ text }) => text),
    rows: rows.map((row) => ({ cells: row.map(({ tokens }) => inlineMarkup(tokens)) })),
  })
