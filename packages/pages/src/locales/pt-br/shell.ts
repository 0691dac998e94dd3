import type { ShellTexts } from '../en/shell.ts'

/** Texts of the frame around every public page. */
export const shell: ShellTexts = {
  skip: 'Ir para o conteúdo',
  language: 'Idioma',
  change: 'Mudar',
  testMode: 'Modo de teste. Não envie dinheiro real: endereços de teste só aceitam moedas de teste.',
  paymentBy: 'Pagamento por',
  recoveryPhrase: 'Ninguém jamais pedirá sua frase de recuperação.',
  copy: 'Copiar',
  copied: 'Copiado',
}
