import type { Token, Tokens } from 'marked'
import { type Heading, slugOf } from '../page.ts'
import { plainText } from './markdown.ts'

/** A heading of a guide, and the content below it. */
export interface Section {
  readonly heading: Heading
  /** The words of the heading, without its number. */
  readonly title: readonly Token[]
  /** The number of a step. */
  readonly step?: number
  readonly tokens: readonly Token[]
}

/** The paragraph at the top of a guide, and its sections. @throws {Error} when it begins with anything else. */
export function sectionsOf(tokens: readonly Token[]): { lead: readonly Token[]; sections: Section[] } {
  const blocks = tokens.filter(({ type }) => type !== 'space')
  const starts = blocks.flatMap(({ type }, at) => (type === 'heading' ? [at] : []))
  const [lead, ...others] = blocks.slice(0, starts[0])
  if (lead?.type !== 'paragraph' || others.length > 0) throw new Error('a guide begins with one paragraph and a heading')
  const sections = starts.map((start, at) => sectionOf(blocks[start] as Tokens.Heading, blocks.slice(start + 1, starts[at + 1])))
  return { lead: (lead as Tokens.Paragraph).tokens, sections }
}

/** A heading may have a number, which makes a step, and name its id: `## 2. Title {#id}`. */
function sectionOf({ text, depth, tokens: title }: Tokens.Heading, tokens: readonly Token[]): Section {
  const [, step, words = '', id] = /^(?:(\d+)\. )?(.*?)(?: \{#([\w-]+)\})?$/.exec(text) ?? []
  const name = plainText(words)
  const about = firstSentence(tokens)
  const heading = { id: id ?? slugOf(name), text: name, level: depth <= 2 ? 2 : 3, ...(about !== undefined && { about }) } as const
  return { heading, title: title.map(unmarked), tokens, ...(step !== undefined && { step: Number(step) }) }
}

/** A word of a heading without the number before it and the id behind it. */
function unmarked(token: Token): Token {
  if (token.type !== 'text') return token
  const text = (token as Tokens.Text).text.replace(/^\d+\. /, '').replace(/ \{#[\w-]+\}$/, '')
  return { ...token, text } as Token
}

/** The first sentence below a heading, for the search. */
function firstSentence(tokens: readonly Token[]): string | undefined {
  const paragraph = tokens.find(({ type, raw }) => type === 'paragraph' && !raw.startsWith('@'))
  return /^.*?[.:](?=\s|$)/.exec(plainText(paragraph?.raw ?? ''))?.[0]
}
