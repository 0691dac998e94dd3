import type { ShellTexts } from '../en/shell.ts'

/** Texts of the frame around every public page. */
export const shell: ShellTexts = {
  skip: 'Vai al contenuto',
  language: 'Lingua',
  change: 'Cambia',
  testMode: 'Modalità di prova. Non inviare denaro reale: gli indirizzi di prova accettano solo monete di prova.',
  paymentBy: 'Pagamento con',
  recoveryPhrase: 'Nessuno ti chiederà mai la frase di recupero.',
  copy: 'Copia',
  copied: 'Copiato',
}
