import { signIn as ar } from './ar/sign-in.ts'
import { signIn as de } from './de/sign-in.ts'
import { signIn as en, type SignInTexts } from './en/sign-in.ts'
import { signIn as es } from './es/sign-in.ts'
import { signIn as fr } from './fr/sign-in.ts'
import { signIn as hi } from './hi/sign-in.ts'
import { signIn as it } from './it/sign-in.ts'
import { signIn as ja } from './ja/sign-in.ts'
import type { InEveryLanguage } from './languages.ts'
import { signIn as ptBr } from './pt-br/sign-in.ts'
import { signIn as zhCn } from './zh-cn/sign-in.ts'

/** The texts of the pages that sign users in to apps of others by language. */
export const signInTexts: InEveryLanguage<SignInTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
