import { accountLinks as ar } from './ar/account-links.ts'
import { accountLinks as de } from './de/account-links.ts'
import { accountLinks as en, type AccountLinkTexts } from './en/account-links.ts'
import { accountLinks as es } from './es/account-links.ts'
import { accountLinks as fr } from './fr/account-links.ts'
import { accountLinks as hi } from './hi/account-links.ts'
import { accountLinks as it } from './it/account-links.ts'
import { accountLinks as ja } from './ja/account-links.ts'
import type { InEveryLanguage } from './languages.ts'
import { accountLinks as ptBr } from './pt-br/account-links.ts'
import { accountLinks as zhCn } from './zh-cn/account-links.ts'

/** The texts of the pages of e-mailed links by language. */
export const accountLinkTexts: InEveryLanguage<AccountLinkTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
