import type { Language } from '../locales/languages.ts'
import type { Words } from './words.ts'

/** One line of a mail's facts. */
export interface Fact {
  readonly name: string
  readonly value: Words
}

/** A part of a mail. Its HTML and its text are written from the same words, so they cannot differ. */
export type Block =
  | { readonly kind: 'paragraph'; readonly words: Words }
  | { readonly kind: 'small'; readonly words: Words }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  /** `held`: something to decide. `failed`: something may be lost. */
  | { readonly kind: 'note'; readonly tone: 'held' | 'failed'; readonly title: Words; readonly words: Words }
  /** A page of this deployment. Opening it changes nothing, because mail scanners open links too. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string; readonly orOpen: string }

/** An e-mail before it is written as HTML and as text. */
export interface Mail {
  readonly language: Language
  /** The merchant whose name comes first in a mail to a payer; null in a mail to a merchant. */
  readonly merchant: string | null
  /** At most 80 characters: the merchant or the matter, the news, the amount. */
  readonly subject: string
  /** Shown after the subject in a list of mails; adds and never repeats. */
  readonly preheader: Words
  readonly title: Words
  readonly blocks: readonly Block[]
  /** Why the recipient gets this mail. */
  readonly why: Words
  /** Who sends it, and what nobody will ask for. */
  readonly closing: Words
}
