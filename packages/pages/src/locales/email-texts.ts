import type { PayerTexts } from '../emails/mails/payer-texts.ts'
import { emails as ar } from './ar/emails.ts'
import { emails as de } from './de/emails.ts'
import { emails as en } from './en/emails.ts'
import { emails as es } from './es/emails.ts'
import { emails as fr } from './fr/emails.ts'
import { emails as hi } from './hi/emails.ts'
import { emails as it } from './it/emails.ts'
import { emails as ja } from './ja/emails.ts'
import type { InEveryLanguage } from './languages.ts'
import { emails as ptBr } from './pt-br/emails.ts'
import { emails as zhCn } from './zh-cn/emails.ts'

/** The texts of mails to payers, by language. */
export const emailTexts: InEveryLanguage<PayerTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
