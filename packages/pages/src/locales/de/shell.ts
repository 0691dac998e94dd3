import type { ShellTexts } from '../en/shell.ts'

/** Texts of the frame around every public page. */
export const shell: ShellTexts = {
  skip: 'Zum Inhalt',
  language: 'Sprache',
  change: 'Ändern',
  testMode: 'Testmodus. Senden Sie kein echtes Geld: Testadressen nehmen nur Test-Coins an.',
  paymentBy: 'Zahlung über',
  recoveryPhrase: 'Niemand fragt Sie je nach Ihrer Wiederherstellungsphrase.',
  copy: 'Kopieren',
  copied: 'Kopiert',
}
