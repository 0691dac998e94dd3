import type { RefundLetterTexts } from '../emails/mails/refund-letter-texts.ts'
import { refundLetters as ar } from './ar/refund-letters.ts'
import { refundLetters as de } from './de/refund-letters.ts'
import { refundLetters as en } from './en/refund-letters.ts'
import { refundLetters as es } from './es/refund-letters.ts'
import { refundLetters as fr } from './fr/refund-letters.ts'
import { refundLetters as hi } from './hi/refund-letters.ts'
import { refundLetters as it } from './it/refund-letters.ts'
import { refundLetters as ja } from './ja/refund-letters.ts'
import type { InEveryLanguage } from './languages.ts'
import { refundLetters as ptBr } from './pt-br/refund-letters.ts'
import { refundLetters as zhCn } from './zh-cn/refund-letters.ts'

/** The texts of letters about refunds that merchants pay, by language. */
export const refundLetterTexts: InEveryLanguage<RefundLetterTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
