import { escrow as ar } from './ar/escrow.ts'
import { escrow as de } from './de/escrow.ts'
import { escrow as en, type EscrowTexts } from './en/escrow.ts'
import { escrow as es } from './es/escrow.ts'
import { escrow as fr } from './fr/escrow.ts'
import { escrow as hi } from './hi/escrow.ts'
import { escrow as it } from './it/escrow.ts'
import { escrow as ja } from './ja/escrow.ts'
import type { InEveryLanguage } from './languages.ts'
import { escrow as ptBr } from './pt-br/escrow.ts'
import { escrow as zhCn } from './zh-cn/escrow.ts'

/** The texts of an escrow's page by language. */
export const escrowTexts: InEveryLanguage<EscrowTexts> = { en, de, es, fr, it, 'pt-BR': ptBr, ja, 'zh-CN': zhCn, hi, ar }
