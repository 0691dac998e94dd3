import { refund as ar } from './ar/refund.ts'
import { refund as de } from './de/refund.ts'
import { refund as en, type RefundTexts } from './en/refund.ts'
import { refund as es } from './es/refund.ts'
import { refund as fr } from './fr/refund.ts'
import { refund as hi } from './hi/refund.ts'
import { refund as it } from './it/refund.ts'
import { refund as ja } from './ja/refund.ts'
import type { InEveryLanguage } from './languages.ts'
import { refund as ptBr } from './pt-br/refund.ts'
import { refund as zhCn } from './zh-cn/refund.ts'

/** The refund page's texts by language. */
export const refundTexts: InEveryLanguage<RefundTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
