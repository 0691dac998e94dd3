import { errors as ar } from './ar/errors.ts'
import { errors as de } from './de/errors.ts'
import { errors as en, type ErrorTexts } from './en/errors.ts'
import { errors as es } from './es/errors.ts'
import { errors as fr } from './fr/errors.ts'
import { errors as hi } from './hi/errors.ts'
import { errors as it } from './it/errors.ts'
import { errors as ja } from './ja/errors.ts'
import type { InEveryLanguage } from './languages.ts'
import { errors as ptBr } from './pt-br/errors.ts'
import { errors as zhCn } from './zh-cn/errors.ts'

/** The texts of error pages by language. */
export const errorTexts: InEveryLanguage<ErrorTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
