import type { AccountLinkTexts } from '../en/account-links.ts'

/** Texts of the pages that links in e-mails to a merchant open. */
export const accountLinks: AccountLinkTexts = {
  verifyTitle: 'Confirmez votre adresse e-mail',
  verifyHelp: 'Appuyez sur le bouton pour confirmer que cette adresse est la vôtre.',
  verifyButton: 'Confirmer l’adresse',
  verifyDone: 'Votre adresse e-mail est confirmée',
  verifyDoneHelp: 'Vous pouvez fermer cette page.',
  resetTitle: 'Choisissez un nouveau mot de passe',
  resetHelp: 'Toutes les sessions de votre compte se terminent, sur tous les appareils. Les clés d’API continuent de fonctionner.',
  resetButton: 'Enregistrer le mot de passe',
  resetDone: 'Votre mot de passe est enregistré',
  resetDoneHelp: 'Connectez-vous avec lui. Toutes les sessions précédentes sont terminées.',
  password: 'Nouveau mot de passe',
  passwordHint: 'De 8 à 128 caractères. La longueur est la seule règle.',
  show: 'Afficher',
  hide: 'Masquer',
  showPassword: 'Afficher le mot de passe',
  passwordBad: 'Utilisez de 8 à 128 caractères.',
  deadLink: 'Ce lien ne fonctionne plus',
  deadLinkHelp: 'Il a déjà été utilisé ou date de plus de 24 heures. Demandez-en un nouveau et ouvrez l’e-mail le plus récent.',
  noToken: 'Ce lien est incomplet',
  noTokenHelp: 'Ouvrez-le de nouveau depuis l’e-mail, ou copiez-le en entier dans la barre d’adresse.',
  limited: 'Trop de tentatives. Attendez quelques minutes, puis appuyez de nouveau sur le bouton.',
  busy: 'Le service est occupé en ce moment. Appuyez de nouveau sur le bouton dans quelques secondes.',
  offline: 'Le service est injoignable en ce moment. Vérifiez votre connexion, puis appuyez de nouveau sur le bouton.',
  failed: 'Cela n’a pas fonctionné. Rien n’a changé ; appuyez de nouveau sur le bouton ou demandez un nouveau lien.',
  needsScript: 'Cette page a besoin de JavaScript',
  needsScriptHelp:
    'La clé de votre lien n’entre dans aucun journal, c’est pourquoi seul un script de cette page peut l’envoyer. Autorisez JavaScript et ouvrez de nouveau le lien.',
  working: 'Un instant…',
}
