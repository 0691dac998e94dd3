import { checkoutTexts } from '../locales/checkout-texts.ts'
import { formatTime } from '../locales/format.ts'
import type { Language } from '../locales/languages.ts'
import { exact } from './amount.ts'

/** Says that the gateway is out of reach, and when what is shown was true: hidden until a script finds it so. */
export const offlineNotice = (language: Language, now: string) => {
  const { offline, offlineHelp } = checkoutTexts[language]
  return { part: 'offline', tone: 'paused', title: offline, help: offlineHelp(exact(formatTime(language, now))), isHidden: true } as const
}
