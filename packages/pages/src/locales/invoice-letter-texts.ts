import type { InvoiceLetterTexts } from '../emails/mails/invoice-letter-texts.ts'
import { invoiceLetters as ar } from './ar/invoice-letters.ts'
import { invoiceLetters as de } from './de/invoice-letters.ts'
import { invoiceLetters as en } from './en/invoice-letters.ts'
import { invoiceLetters as es } from './es/invoice-letters.ts'
import { invoiceLetters as fr } from './fr/invoice-letters.ts'
import { invoiceLetters as hi } from './hi/invoice-letters.ts'
import { invoiceLetters as it } from './it/invoice-letters.ts'
import { invoiceLetters as ja } from './ja/invoice-letters.ts'
import type { InEveryLanguage } from './languages.ts'
import { invoiceLetters as ptBr } from './pt-br/invoice-letters.ts'
import { invoiceLetters as zhCn } from './zh-cn/invoice-letters.ts'

/** The texts of letters about invoices, by language. */
export const invoiceLetterTexts: InEveryLanguage<InvoiceLetterTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
