import { checkout as ar } from './ar/checkout.ts'
import { checkout as de } from './de/checkout.ts'
import { checkout as en, type CheckoutTexts } from './en/checkout.ts'
import { checkout as es } from './es/checkout.ts'
import { checkout as fr } from './fr/checkout.ts'
import { checkout as hi } from './hi/checkout.ts'
import { checkout as it } from './it/checkout.ts'
import { checkout as ja } from './ja/checkout.ts'
import type { InEveryLanguage } from './languages.ts'
import { checkout as ptBr } from './pt-br/checkout.ts'
import { checkout as zhCn } from './zh-cn/checkout.ts'

/** The checkout's texts by language. */
export const checkoutTexts: InEveryLanguage<CheckoutTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
