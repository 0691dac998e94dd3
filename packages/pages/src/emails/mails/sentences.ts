import type { Language } from '../../locales/languages.ts'
import { own, type Words } from '../words.ts'

/** Sentences in a row; Chinese and Japanese put no space between them. */
export const sentences = (language: Language, all: readonly Words[]): Words =>
  all.flatMap((words, at) => (at === 0 || language === 'ja' || language === 'zh-CN' ? words : [own(' '), ...words]))
