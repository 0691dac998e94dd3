import { identity as ar } from './ar/identity.ts'
import { identity as de } from './de/identity.ts'
import { identity as en, type IdentityTexts } from './en/identity.ts'
import { identity as es } from './es/identity.ts'
import { identity as fr } from './fr/identity.ts'
import { identity as hi } from './hi/identity.ts'
import { identity as it } from './it/identity.ts'
import { identity as ja } from './ja/identity.ts'
import type { InEveryLanguage } from './languages.ts'
import { identity as ptBr } from './pt-br/identity.ts'
import { identity as zhCn } from './zh-cn/identity.ts'

/** The texts of public profiles and of the page that verifies credentials, by language. */
export const identityTexts: InEveryLanguage<IdentityTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
