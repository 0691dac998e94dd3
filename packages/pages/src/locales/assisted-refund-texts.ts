import { assistedRefund as ar } from './ar/assisted-refund.ts'
import { assistedRefund as de } from './de/assisted-refund.ts'
import { assistedRefund as en, type AssistedRefundTexts } from './en/assisted-refund.ts'
import { assistedRefund as es } from './es/assisted-refund.ts'
import { assistedRefund as fr } from './fr/assisted-refund.ts'
import { assistedRefund as hi } from './hi/assisted-refund.ts'
import { assistedRefund as it } from './it/assisted-refund.ts'
import { assistedRefund as ja } from './ja/assisted-refund.ts'
import type { InEveryLanguage } from './languages.ts'
import { assistedRefund as ptBr } from './pt-br/assisted-refund.ts'
import { assistedRefund as zhCn } from './zh-cn/assisted-refund.ts'

/** The texts of refunds that merchants pay, by language. */
export const assistedRefundTexts: InEveryLanguage<AssistedRefundTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
