import { invoice as ar } from './ar/invoice.ts'
import { invoice as de } from './de/invoice.ts'
import { invoice as en, type InvoiceTexts } from './en/invoice.ts'
import { invoice as es } from './es/invoice.ts'
import { invoice as fr } from './fr/invoice.ts'
import { invoice as hi } from './hi/invoice.ts'
import { invoice as it } from './it/invoice.ts'
import { invoice as ja } from './ja/invoice.ts'
import type { InEveryLanguage } from './languages.ts'
import { invoice as ptBr } from './pt-br/invoice.ts'
import { invoice as zhCn } from './zh-cn/invoice.ts'

/** The texts of the page of an invoice, by language. */
export const invoiceTexts: InEveryLanguage<InvoiceTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
