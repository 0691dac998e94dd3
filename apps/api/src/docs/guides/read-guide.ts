import { html, type Markup } from '@gateway/pages/html'
import { readFileSync } from 'node:fs'
import type { Ink } from '../ink/inked.ts'
import { headingOf } from '../layout/contents.ts'
import type { Article } from '../page.ts'
import { blocksOf } from './blocks.ts'
import { inlineMarkup, lex } from './markdown.ts'
import { type Section, sectionsOf } from './sections.ts'
import { type GuideValues, valueOf } from './values.ts'

/**
 * A guide as an article: its lead, then its sections, those with a number as steps.
 * @throws {Error} when it names a fact or a part that does not exist.
 */
export function readGuide(name: string, { facts, parts }: GuideValues, ink: Ink): Article {
  const text = readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8')
  const { lead, sections } = sectionsOf(lex(text.replaceAll(/\{\{([\w.]+)\}\}/g, (_, fact: string) => valueOf(facts, fact))))
  const drawn = sections.map((section, at) => {
    const content = html`${headingOf(section.heading, inlineMarkup(section.title))}${blocksOf(section.tokens, { parts, ink })}`
    return section.step === undefined ? content : stepOf(section.step, content, sections[at + 1])
  })
  return { lead: inlineMarkup(lead), headings: sections.map(({ heading }) => heading), content: html`${drawn}` }
}

const stepOf = (number: number, content: Markup, next: Section | undefined): Markup =>
  html`<div class="step${next?.step === undefined ? ' step--last' : ''}" data-step="${number}">${content}</div>`
