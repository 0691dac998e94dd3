import { shell as ar } from './ar/shell.ts'
import { shell as de } from './de/shell.ts'
import { shell as en, type ShellTexts } from './en/shell.ts'
import { shell as es } from './es/shell.ts'
import { shell as fr } from './fr/shell.ts'
import { shell as hi } from './hi/shell.ts'
import { shell as it } from './it/shell.ts'
import { shell as ja } from './ja/shell.ts'
import type { InEveryLanguage } from './languages.ts'
import { shell as ptBr } from './pt-br/shell.ts'
import { shell as zhCn } from './zh-cn/shell.ts'

/** The frame's texts by language. */
export const shellTexts: InEveryLanguage<ShellTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
