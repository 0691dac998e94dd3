import type { ShellTexts } from '../en/shell.ts'

/** Texts of the frame around every public page. */
export const shell: ShellTexts = {
  skip: 'Aller au contenu',
  language: 'Langue',
  change: 'Changer',
  testMode: 'Mode test. N’envoyez pas d’argent réel : les adresses de test n’acceptent que des jetons de test.',
  paymentBy: 'Paiement par',
  recoveryPhrase: 'Personne ne vous demandera jamais votre phrase de récupération.',
  copy: 'Copier',
  copied: 'Copié',
}
